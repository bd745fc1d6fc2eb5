import { concat, fromHex } from '@simwright/asn1'
import type { ConfigurationFields } from '@simwright/contract/profiles/configuration'
import { typeFacts } from '@simwright/contract/profiles/configuration-type'
import { parsePlmn, plmnToBytes } from '@simwright/ids'
import { type NotificationEvent, type PprId, type ProfileNeeds, storeMetadataRequest } from '@simwright/rsp'
import { encodeCarrierRule } from '@simwright/saip'

/** The profile policy rules (SGP.22, 2.9.1): `ppr1` forbids disabling, `ppr2` deletion. */
export const policyRules = ({ isDisablingForbidden, isDeletionForbidden }: ConfigurationFields): PprId[] => [
  ...(isDisablingForbidden ? (['ppr1'] as const) : []),
  ...(isDeletionForbidden ? (['ppr2'] as const) : []),
]

export const profileClass = (fields: ConfigurationFields): ProfileNeeds['profileClass'] =>
  fields.profileClass ?? 'operational'

/** Installation needs no notification: the eUICC always sends the ProfileInstallationResult. */
const NOTIFIED_EVENTS = ['enable', 'disable', 'delete'] as const satisfies readonly NotificationEvent[]

type MetadataSubject = { iccid: string; imsi: string }

/**
 * The profile metadata (SGP.22, 5.5.3, StoreMetadataRequest), with the addresses for notifications. Deterministic,
 * because an eUICC compares the bytes of AuthenticateClient with those in the bound package.
 */
export function encodeMetadata(fields: ConfigurationFields, subject: MetadataSubject, smdpAddress: string): Uint8Array {
  const rules = policyRules(fields)
  const addresses = [smdpAddress, ...fields.notificationAddresses]
  return storeMetadataRequest.encode({
    iccid: subject.iccid,
    serviceProviderName: fields.serviceProviderName || fields.profileName.slice(0, 32),
    profileName: fields.profileName,
    ...iconOf(fields),
    profileClass: profileClass(fields),
    notificationConfigurationInfo: addresses.flatMap((notificationAddress) =>
      NOTIFIED_EVENTS.map((event) => ({
        profileManagementOperation: new Set<NotificationEvent>([event]),
        notificationAddress,
      })),
    ),
    profileOwner: ownerOf(fields, subject.imsi),
    profilePolicyRules: rules.length === 0 ? undefined : new Set(rules),
    carrierPrivilegeRules: accessRulesOf(fields),
  })
}

/** The access rules of a profile whose package is supplied. Packages that the portal builds have them in their ARA-M. */
function accessRulesOf({ type, araApplet }: ConfigurationFields): Uint8Array | undefined {
  if (typeFacts[type].packages === 'built' || araApplet === undefined) return undefined
  return concat(
    ...araApplet.rules.map(({ certificateHash }) => encodeCarrierRule({ certificateHash: fromHex(certificateHash) })),
  )
}

const PNG_BASE64 = 'iVBORw0KGgo'

function iconOf({ icon }: ConfigurationFields) {
  if (icon === undefined) return {}
  return { iconType: icon.startsWith(PNG_BASE64) ? 'png' : 'jpg', icon: Buffer.from(icon, 'base64') } as const
}

/** The configured owner, or that of the home network with the group identifiers of the card. */
function ownerOf(fields: ConfigurationFields, imsi: string) {
  const plmn = fields.owner?.plmn ?? homeNetwork(fields, imsi)
  if (plmn === undefined) return undefined
  const { gid1, gid2 } = fields.owner ?? fields
  return { mccMnc: plmnToBytes(parsePlmn(plmn)), gid1: bytesOf(gid1), gid2: bytesOf(gid2) }
}

const bytesOf = (hex: string) => (hex === '' ? undefined : Buffer.from(hex, 'hex'))

/**
 * The MCC and MNC of the profile's owner, which an eUICC compares with EF.IMSI and EF.AD: those of the IMSI, with as many
 * digits as configured, or as the home network that the IMSI starts with has, or the first one. Undefined without any.
 */
function homeNetwork({ mncLength, hplmn, ehplmn }: ConfigurationFields, imsi: string): string | undefined {
  if (mncLength !== undefined) return imsi.slice(0, MCC_DIGITS + Number(mncLength))
  const homes = [...hplmn.map(({ plmn }) => plmn), ...ehplmn]
  const home = homes.find((plmn) => imsi.startsWith(plmn)) ?? homes[0]
  return home && imsi.slice(0, home.length)
}

const MCC_DIGITS = 3
