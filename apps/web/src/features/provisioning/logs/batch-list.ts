import type { InputOf } from '@simwright/contract/endpoint'
import * as batch from '@simwright/contract/provisioning/batch'
import type { AddressTexts } from '../../../address.ts'
import { loadList, type UseListOptions } from '../../../api/list.ts'
import { isAllowed } from '../../../session/held-permission.ts'

const POLL_MS = 15_000

/** The list of batches of the Logs page. */
export const batchList = (
  filter: NonNullable<InputOf<typeof batch.list>['filter']>,
): UseListOptions<typeof batch.list> => ({
  module: 'batches',
  sortInAddress: true,
  filter,
  sort: { by: 'createdAt', direction: 'desc' },
  pollMs: POLL_MS,
})

/** Starts loading the list that the Logs page shows first. A filtered list and the other logs load once they are shown. */
export function loadBatches({ sort, ...others }: AddressTexts): void {
  const isFirst = Object.values(others).every((value) => value === undefined)
  if (isFirst && isAllowed(['Generate_AC_Log_View'])) loadList(batch.list, batchList({}), sort)
}
