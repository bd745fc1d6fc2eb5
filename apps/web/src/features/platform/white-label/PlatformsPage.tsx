import { Button, ColorSwatch } from '@mantine/core'
import * as platforms from '@simwright/contract/platform/white-label'
import { IconPlus } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useWholeList } from '../../../api/list.ts'
import { useAsk } from '../../../api/query.ts'
import { linkTo, pages } from '../../../paths.ts'
import { useAllowed } from '../../../session/permission.tsx'
import { pageTexts } from '../../../texts/page.ts'
import { platformsTexts as texts } from '../../../texts/platforms.ts'
import { Row } from '../../../ui/layout/layout.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import { type DataColumn, DataTable } from '../../../ui/table/DataTable.tsx'
import { LongText } from '../../../ui/text/LongText.tsx'
import { Mono } from '../../../ui/text/Mono.tsx'
import { Time } from '../../../ui/text/Time.tsx'

/** The platforms (brands) of this installation. */
export function PlatformsPage() {
  const answer = useAsk(platforms.list, {})
  const list = useWholeList('platforms', answer, answer.data?.items)
  const navigate = useNavigate()
  const mayEdit = useAllowed('Admin_Platform_Edit')
  return (
    <>
      <PageHeader
        title={pageTexts.platforms}
        text={texts.purpose}
        actions={
          mayEdit && (
            <Button
              component={Link}
              {...linkTo(pages.platformForm, { params: { operation: 'add' } })}
              leftSection={<IconPlus size={16} />}
            >
              {texts.add}
            </Button>
          )
        }
      />
      <DataTable
        label={pageTexts.platforms}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        onOpen={({ id }) =>
          void navigate(linkTo(pages.platformForm, { params: { operation: 'edit' }, search: { id } }))
        }
        empty={{ drawing: 'form', title: texts.emptyTitle, text: texts.emptyText }}
      />
    </>
  )
}

const columns: readonly DataColumn<platforms.PlatformRow>[] = [
  {
    id: 'name',
    header: texts.columns.name,
    phone: 'title',
    show: 'always',
    width: 220,
    cell: (row) => <Brand row={row} />,
  },
  { id: 'sys', header: texts.columns.sys, cell: (row) => <Mono>{row.sys}</Mono> },
  { id: 'color', header: texts.columns.color, cell: (row) => <Color value={row.themeColor} /> },
  {
    id: 'url',
    header: texts.columns.url,
    phone: 'text',
    cell: (row) => <Host>{row.url.replace(/^https?:\/\//, '')}</Host>,
  },
  { id: 'smdp', header: texts.columns.smdp, cell: (row) => <Host>{row.smdpAddress}</Host> },
  { id: 'updatedAt', header: texts.columns.updatedAt, phone: 'time', cell: (row) => <Time at={row.updatedAt} /> },
]

function Brand({ row }: { row: platforms.PlatformRow }) {
  return (
    <Row gap={10} nowrap>
      <img src={row.iconUrl} alt="" width={20} height={20} />
      <strong style={{ fontWeight: 550 }}>
        <LongText>{row.appName}</LongText>
      </strong>
    </Row>
  )
}

function Host({ children }: { children: string }) {
  return <Mono maxChars={40}>{children}</Mono>
}

function Color({ value }: { value: string }) {
  return (
    <Row nowrap>
      <ColorSwatch color={value} size={14} withShadow={false} />
      <Mono>{value}</Mono>
    </Row>
  )
}
