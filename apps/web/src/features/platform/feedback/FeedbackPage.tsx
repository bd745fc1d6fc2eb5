import * as feedback from '@simwright/contract/platform/feedback'
import { useList } from '../../../api/list.ts'
import { useAddress } from '../../../base/url.ts'
import { pages } from '../../../paths.ts'
import { usePageLink } from '../../../session/page-link.ts'
import { exampleTexts } from '../../../texts/example.ts'
import { feedbackTexts } from '../../../texts/feedback.ts'
import { pageTexts } from '../../../texts/page.ts'
import { MoodFace } from '../../../ui/form/MoodInput.tsx'
import { PageHeader } from '../../../ui/page/PageHeader.tsx'
import type { DataColumn } from '../../../ui/table/DataTable.tsx'
import { type Filters, useUrlFilter } from '../../../ui/table/url-filter.ts'
import { LongText } from '../../../ui/text/LongText.tsx'
import { Time } from '../../../ui/text/Time.tsx'
import { FilteredTable } from '../../../views/FilteredTable.tsx'
import { FeedbackDrawer } from './FeedbackDrawer.tsx'
import { FeedbackState } from './FeedbackState.tsx'

const texts = feedbackTexts.admin
const names = texts.columns

const filters = {
  answered: {
    kind: 'choice',
    label: texts.filters.answered,
    choices: [
      { value: 'no', label: texts.filters.no },
      { value: 'yes', label: texts.filters.yes },
    ],
  },
} as const satisfies Filters

/** Feedback of all enterprise accounts; for platform staff. */
export function FeedbackPage() {
  const filter = useUrlFilter(pages.feedback, filters)
  const { answered } = filter.values
  const list = useList(feedback.list, {
    module: 'feedback',
    sortInAddress: true,
    filter: answered === undefined ? {} : { answered: answered === 'yes' },
    sort: { by: 'createdAt', direction: 'desc' },
  })
  const [{ open: openId }, changeAddress] = useAddress(pages.feedback)
  const link = usePageLink(pages.mails, texts.emptyLink)
  return (
    <>
      <PageHeader title={pageTexts.feedback} text={texts.purpose} />
      <FilteredTable
        label={pageTexts.feedback}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        onOpen={(row) => changeAddress({ open: row.id }, 'push')}
        openId={openId}
        filter={filter}
        hasViews
        empty={{
          drawing: 'mail',
          example: exampleTexts.feedback,
          title: texts.emptyTitle,
          text: texts.emptyText,
          link,
        }}
      />
      <FeedbackDrawer
        feedback={list.rows?.find(({ id }) => id === openId)}
        onClose={() => changeAddress({ open: undefined }, 'push')}
      />
    </>
  )
}

const columns: readonly DataColumn<feedback.Feedback>[] = [
  {
    id: 'createdAt',
    header: names.createdAt,
    phone: 'time',
    show: 'always',
    cell: (row) => <Time at={row.createdAt} />,
  },
  {
    id: 'text',
    header: names.text,
    phone: 'title',
    show: 'always',
    cell: (row) => <LongText width="wide">{row.text}</LongText>,
  },
  { id: 'mood', header: names.mood, cell: (row) => <MoodFace mood={row.mood} names={feedbackTexts.moods} /> },
  { id: 'from', header: names.from, phone: 'text', cell: (row) => <LongText>{row.name}</LongText> },
  { id: 'enterprise', header: names.enterprise, cell: (row) => <LongText>{row.enterpriseName}</LongText> },
  { id: 'page', header: names.page, show: 'extra', cell: (row) => row.page },
  {
    id: 'state',
    header: names.state,
    phone: 'status',
    cell: (row) => <FeedbackState feedback={row} />,
  },
]
