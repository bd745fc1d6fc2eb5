import type { RunningOperation } from '@simwright/contract/provisioning/operation'
import { operationRow, undoName } from '@simwright/contract/provisioning/operation-kind'

/** Name of an operation, marked when it undoes another one. */
export const operationName = ({ kind, undoes }: Pick<RunningOperation, 'kind' | 'undoes'>): string =>
  undoes ? undoName(kind) : operationRow(kind).name
