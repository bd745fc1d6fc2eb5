import type { Certificate } from './certificate.ts'
import type { EidConstraint } from './extension.ts'
import { sameText } from './name.ts'

/** The EID prefixes that an EUM may issue, from nameConstraints (v2) and permittedEins (v3). */
export function eidPrefixesOf({ extensions }: Certificate): string[] {
  const fromNames = extensions.nameConstraints?.permitted.flatMap(({ eidPrefixes }) => eidPrefixes) ?? []
  return [...fromNames, ...(extensions.permittedEins ?? [])]
}

/**
 * Whether the EUM may have issued this EID to this organization (SGP.22, 4.5.2.1.0.2 and v3.1, 4.5.2.1). An EUM
 * certificate without any prefix permits none. If it has both extensions, both must permit.
 */
export function permitsEid(eum: Certificate, eid: string, organizations: readonly string[]): boolean {
  const { nameConstraints, permittedEins } = eum.extensions
  if (nameConstraints === undefined && permittedEins === undefined) return false
  if (permittedEins !== undefined && !permittedEins.some((prefix) => startsWith(eid, prefix))) return false
  if (nameConstraints === undefined) return true
  const fits = (constraint: EidConstraint): boolean =>
    constraint.eidPrefixes.some((prefix) => startsWith(eid, prefix)) &&
    constraint.organizations.every((wanted) => organizations.some((found) => sameText(wanted, found)))
  return nameConstraints.permitted.some(fits) && !nameConstraints.excluded.some(fits)
}

/** Whether the EID begins with a valid prefix of 1 to 32 digits. */
function startsWith(eid: string, prefix: string): boolean {
  const digits = prefix.trim()
  return /^\d{1,32}$/.test(digits) && eid.startsWith(digits)
}
