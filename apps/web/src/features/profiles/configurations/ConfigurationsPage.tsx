import { Anchor, Button, Menu, Tooltip } from '@mantine/core'
import * as plan from '@simwright/contract/platform/plan'
import * as configuration from '@simwright/contract/profiles/configuration'
import { missingForCodes } from '@simwright/contract/profiles/configuration'
import { typeLabels } from '@simwright/contract/profiles/configuration-type'
import {
  IconBinaryTree,
  IconCopy,
  IconEye,
  IconFileImport,
  IconPencil,
  IconPlus,
  IconQrcode,
  IconTrash,
} from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useList } from '../../../api/list.ts'
import { useAsk } from '../../../api/query.ts'
import { configurationPath, generatePath, newConfigurationPath } from '../../../esim/path.ts'
import { SampleBadge } from '../../../esim/SampleBadge.tsx'
import { linkTo, pages } from '../../../paths.ts'
import { Allowed, useAllowed } from '../../../session/permission.tsx'
import { configurationTexts as texts } from '../../../texts/configuration.ts'
import { exampleTexts } from '../../../texts/example.ts'
import { pageTexts } from '../../../texts/page.ts'
import { say } from '../../../texts/text.ts'
import { useAskedDialog } from '../../../ui/overlay/asked-dialog.ts'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import type { DataColumn } from '../../../ui/table/DataTable.tsx'
import { RowAction, RowMenu } from '../../../ui/table/RowMenu.tsx'
import { type Filters, useUrlFilter } from '../../../ui/table/url-filter.ts'
import { StatusBadge } from '../../../ui/text/StatusBadge.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { FilteredTable } from '../../../views/FilteredTable.tsx'
import classes from './ConfigurationsPage.module.css'
import { versionTexts } from './configuration-version-texts.ts'
import { ImportDialog } from './ImportDialog.tsx'
import { shownCount } from './profile-count.ts'
import { useRemove } from './remove.ts'

type Row = configuration.ConfigurationRow

const filters = { name: { kind: 'text', label: texts.columns.name } } as const satisfies Filters

/** All profile configurations of the enterprise account. */
export function ConfigurationsPage() {
  const navigate = useNavigate()
  const filter = useUrlFilter(pages.configurations, filters)
  const list = useList(configuration.list, {
    module: 'configurations',
    sortInAddress: true,
    filter: filter.values,
    sort: { by: 'updatedAt', direction: 'desc' },
  })
  const mayEdit = useAllowed('Profile_Config_Edit')
  const [isImporting, setImporting] = useState(false)
  useAskedDialog({ import: mayEdit && (() => setImporting(true)) })
  const columns = useMemo(() => [...dataColumns, actionsColumn], [])
  return (
    <>
      <PageHeader
        title={pageTexts.configurations}
        text={<Purpose />}
        actions={
          <Allowed need="Profile_Config_Edit">
            <Button variant="default" leftSection={<IconFileImport size={16} />} onClick={() => setImporting(true)}>
              {versionTexts.importYaml}
            </Button>
            <Button
              component={Link}
              to={newConfigurationPath}
              data-tour="configuration"
              leftSection={<IconPlus size={16} />}
            >
              {texts.add}
            </Button>
          </Allowed>
        }
      />
      <FilteredTable
        label={pageTexts.configurations}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        onOpen={(row) => void navigate(configurationPath('view', row.id))}
        filter={filter}
        search={{ name: 'name', placeholder: texts.searchPlaceholder }}
        hasViews
        empty={{
          drawing: 'form',
          example: exampleTexts.configurations,
          title: texts.emptyTitle,
          text: mayEdit ? texts.emptyText : texts.emptyTextView,
        }}
      />
      <ImportDialog isOpen={isImporting} onClose={() => setImporting(false)} />
    </>
  )
}

/** What the page is for, and how many configurations the plan allows. */
function Purpose() {
  const room = useAsk(plan.queryOrder, {}, { staleMs: 60_000 }).data?.configurations
  if (!room || room.max === null) return texts.purpose
  return `${texts.purpose} ${say(texts.planRoom, { used: room.used, max: room.max })}.`
}

const { columns: names } = texts

const dataColumns: readonly DataColumn<Row>[] = [
  {
    id: 'name',
    header: names.name,
    phone: 'title',
    sortBy: 'name',
    show: 'always',
    width: 220,
    cell: (row) => <Name row={row} />,
  },
  { id: 'profileName', header: names.profileName, cell: (row) => <Long text={row.profileName} /> },
  {
    id: 'serviceProviderName',
    header: names.serviceProviderName,
    cell: (row) => <Long text={row.serviceProviderName || '–'} />,
  },
  { id: 'hplmn', header: names.hplmn, cell: (row) => <Networks plmns={row.hplmn} /> },
  { id: 'type', header: names.type, phone: 'text', cell: (row) => typeLabels[row.type] },
  { id: 'algorithm', header: names.algorithm, show: 'extra', cell: (row) => row.algorithm ?? '–' },
  { id: 'profiles', header: names.profiles, align: 'right', cell: (row) => shownCount(row.profiles) },
  { id: 'version', header: names.version, align: 'right', cell: (row) => row.version },
  {
    id: 'updatedAt',
    header: names.updatedAt,
    phone: 'time',
    sortBy: 'updatedAt',
    cell: (row) => <Time at={row.updatedAt} />,
  },
]

const actionsColumn: DataColumn<Row> = {
  id: 'actions',
  header: names.actions,
  show: 'always',
  align: 'right',
  cell: (row) => <RowActions row={row} />,
}

/** What the row still needs before codes can be generated. It does not have the confirmation code: that is what is left. */
function missingOf(row: Row): string[] {
  if (row.complete) return []
  const missing = missingForCodes(row, true)
  return missing.length > 0 ? missing : [texts.confirmationCode]
}

function Name({ row }: { row: Row }) {
  const missing = missingOf(row)
  return (
    <span className={classes.name}>
      <Anchor component={Link} {...configurationPath('view', row.id)} className={classes.link} title={row.name}>
        {row.name}
      </Anchor>
      {row.sample && <SampleBadge />}
      {missing.length === 0 && row.frozen && (
        <Tooltip label={texts.frozenHelp} multiline maw={320}>
          <span>
            <StatusBadge tone="info">{texts.frozen}</StatusBadge>
          </span>
        </Tooltip>
      )}
      {missing.length > 0 && (
        <Tooltip label={say(texts.incompleteHelp, { fields: missing.join(', ') })}>
          <span>
            <StatusBadge tone="warning">{texts.incomplete}</StatusBadge>
          </span>
        </Tooltip>
      )}
    </span>
  )
}

function Long({ text }: { text: string }) {
  return (
    <span className={classes.long} title={text}>
      {text}
    </span>
  )
}

const SHOWN_NETWORKS = 3

function Networks({ plmns }: { plmns: readonly string[] }) {
  if (plmns.length === 0) return '–'
  const more = plmns.length - SHOWN_NETWORKS
  return [...plmns.slice(0, SHOWN_NETWORKS), ...(more > 0 ? [`+${more}`] : [])].join(', ')
}

function RowActions({ row }: { row: Row }) {
  const mayEdit = useAllowed('Profile_Config_Edit')
  const mayGenerate = useAllowed('Generate_Ac_View') && row.complete && !row.frozen
  const remove = useRemove()
  return (
    <RowMenu label={say(texts.actionsOf, { name: row.name })} width={180}>
      <Menu.Item component={Link} {...configurationPath('view', row.id)} leftSection={<IconEye size={16} />}>
        {texts.view}
      </Menu.Item>
      <Menu.Item
        component={Link}
        {...linkTo(pages.packageInspector, { search: { configuration: row.id } })}
        leftSection={<IconBinaryTree size={16} />}
      >
        {texts.inspect}
      </Menu.Item>
      {mayGenerate && (
        <Menu.Item component={Link} {...generatePath(row)} leftSection={<IconQrcode size={16} />}>
          {texts.generate}
        </Menu.Item>
      )}
      {mayEdit && (
        <>
          <Menu.Item component={Link} {...configurationPath('edit', row.id)} leftSection={<IconPencil size={16} />}>
            {texts.edit}
          </Menu.Item>
          <Menu.Item component={Link} {...configurationPath('copy', row.id)} leftSection={<IconCopy size={16} />}>
            {texts.copy}
          </Menu.Item>
          <Menu.Divider />
          <RowAction icon={IconTrash} tone="danger" onClick={() => void remove(row)}>
            {texts.remove}
          </RowAction>
        </>
      )}
    </RowMenu>
  )
}
