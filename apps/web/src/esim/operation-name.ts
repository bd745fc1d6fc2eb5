import type { RunningOperation } from '@simwright/contract/provisioning/operation'
import { operationRow } from '@simwright/contract/provisioning/operation-kind'
import { operationTexts as texts } from '../texts/operation.ts'

/** What an operation does, in a few words. */
export const operationName = ({ kind, undoes }: Pick<RunningOperation, 'kind' | 'undoes'>): string =>
  undoes ? `${texts.undoing}: ${operationRow(kind).name}` : operationRow(kind).name
