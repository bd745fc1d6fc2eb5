import { accessTechnologies, type StoredFields } from '@simwright/contract/profiles/configuration'
import { typeFacts } from '@simwright/contract/profiles/configuration-type'
import type { OwnValues } from '@simwright/contract/profiles/source-file'

/**
 * The configuration of one profile. Home networks of its own are removed from the forbidden networks of the
 * configuration; a certificate hash of its own is its only access rule.
 */
export function withOwnValues(fields: StoredFields, own: OwnValues): StoredFields {
  if (Object.keys(own).length === 0) return fields
  const { gid1, gid2, owner } = fields
  const hplmn = networksOf(own.HPLMN, fields, fields.hplmn)
  const ehplmn = own.EHPLMN?.split(' ') ?? fields.ehplmn
  const homes = new Set([...hplmn.map(({ plmn }) => plmn), ...ehplmn])
  const gids = (group: { gid1: string; gid2: string }) => ({
    gid1: own.GID1 ?? group.gid1,
    gid2: own.GID2 ?? group.gid2,
  })
  return {
    ...fields,
    ...gids({ gid1, gid2 }),
    profileName: own.PROFILE_NAME ?? fields.profileName,
    serviceProviderName: own.SPN ?? fields.serviceProviderName,
    pnn: own.PNN === undefined ? fields.pnn : { fullName: own.PNN, shortName: '' },
    owner: owner && { ...owner, ...gids(owner) },
    hplmn,
    ehplmn,
    oplmn: networksOf(own.OPLMN, fields, fields.oplmn),
    fplmn: own.FPLMN?.split(' ') ?? fields.fplmn.filter((plmn) => !homes.has(plmn)),
    araApplet:
      own.ARA === undefined
        ? fields.araApplet
        : { rules: [{ certificateHash: own.ARA, packageName: '', permissions: '' }] },
  }
}

type Networks = StoredFields['hplmn']

/** Networks with the access technologies that they have in the configuration, otherwise with all that the type allows. */
function networksOf(plmns: string | undefined, { type }: StoredFields, configured: Networks): Networks {
  if (plmns === undefined) return configured
  const allowed = accessTechnologies.filter((one) => typeFacts[type].access.includes(one))
  const known = new Map(configured.map(({ plmn, access }) => [plmn, access]))
  return plmns.split(' ').map((plmn) => ({ plmn, access: known.get(plmn) ?? allowed }))
}
