import type { LegalKind } from '@simwright/contract/platform/legal-current'
import { publicPages } from '../paths.ts'

/** The public page of a text. */
export const legalPageOf = (kind: LegalKind) => (kind === 'TERMS' ? publicPages.terms : publicPages.privacy)
