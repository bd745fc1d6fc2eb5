import type { RunningOperation } from '@simwright/contract/provisioning/operation'
import { operationRow } from '@simwright/contract/provisioning/operation-kind'
import { operationTexts as texts } from '../texts/operation.ts'

/** Name of an operation, marked when it undoes another one. */
export const operationName = ({ kind, undoes }: Pick<RunningOperation, 'kind' | 'undoes'>): string =>
  undoes ? `${texts.undoing}: ${operationRow(kind).name}` : operationRow(kind).name
