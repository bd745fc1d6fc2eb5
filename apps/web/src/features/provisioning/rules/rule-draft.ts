import type { RuleFields } from '@simwright/contract/provisioning/rule'

/** A rule that is being edited. */
export type Draft = RuleFields
/** Texts of faults, by path. */
export type Faults = Partial<Record<string, string>>
export type DraftFieldsProps = { draft: Draft; faults: Faults; onChange: (change: Partial<Draft>) => void }
