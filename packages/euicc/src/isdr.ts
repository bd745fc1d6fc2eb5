/** The ISD-R: selects the ES10 function by the tag of the command in STORE DATA (SGP.22 5.7.2). */
import { Asn1Error } from '@simwright/asn1'
import { euiccInfo2 } from '@simwright/rsp'
import { CardRefusal, SW } from './apdu.ts'
import { authenticateServer, createChallenge } from './authenticate-server.ts'
import type { EuiccContext } from './euicc-context.ts'
import {
  configuredAddresses,
  eid,
  information1,
  information2,
  rulesAuthorisationTable,
  setDefaultDpAddress,
} from './euicc-information.ts'
import { loadBoundPackage } from './load-bound-package.ts'
import { listNotifications, removeNotification, retrieveNotifications } from './notification.ts'
import { cancelSession, prepareDownload } from './prepare-download.ts'
import {
  deleteProfile,
  disableProfile,
  enableProfile,
  listProfiles,
  type ProfileSwitchListener,
  resetMemory,
  setNickname,
} from './profile-management.ts'

/** Decodes a command, runs it and encodes the answer. `onSwitch` is called if another profile has been enabled. */
type Es10Function = (euicc: EuiccContext, bytes: Uint8Array, onSwitch: ProfileSwitchListener) => Uint8Array

/** ES10a, ES10b and ES10c functions by the tag of their command (SGP.22 v2.5 5.7). */
const FUNCTIONS: ReadonlyMap<number, Es10Function> = new Map<number, Es10Function>([
  [0xbf20, (euicc) => information1(euicc)],
  [0xbf21, prepareDownload],
  [0xbf22, (euicc) => euiccInfo2.encode(information2(euicc))],
  [0xbf28, listNotifications],
  [0xbf29, setNickname],
  [0xbf2b, retrieveNotifications],
  [0xbf2d, listProfiles],
  [0xbf2e, createChallenge],
  [0xbf30, removeNotification],
  [0xbf31, enableProfile],
  [0xbf32, disableProfile],
  [0xbf33, deleteProfile],
  [0xbf34, resetMemory],
  [0xbf38, authenticateServer],
  [0xbf3c, configuredAddresses],
  [0xbf3e, eid],
  [0xbf3f, setDefaultDpAddress],
  [0xbf41, cancelSession],
  [0xbf43, (euicc) => rulesAuthorisationTable(euicc)],
])

/** Tags of a bound package and of the segments that follow in further commands (SGP.22 v2.5 2.5.5). */
const BOUND_PACKAGE_TAG = 0xbf36
const BOUND_PACKAGE_SEGMENTS: ReadonlySet<number> = new Set([0xa0, 0xa1, 0xa2, 0xa3, 0x86, 0x87, 0x88])

/**
 * Runs the command in a complete chain of STORE DATA blocks.
 * @throws CardRefusal 6A88 for an unknown function, 6A80 for a malformed command, 6985 for a segment without a download
 */
export function runEs10(euicc: EuiccContext, bytes: Uint8Array, onSwitch: ProfileSwitchListener): Uint8Array {
  const first = bytes[0] ?? 0
  const tag = (first & 0x1f) === 0x1f ? (first << 8) | (bytes[1] ?? 0) : first
  if (tag === BOUND_PACKAGE_TAG || isContinued(euicc, tag)) return loadBoundPackage(euicc, bytes)
  const run = FUNCTIONS.get(tag)
  if (!run) throw new CardRefusal(SW.referencedDataNotFound)
  try {
    return run(euicc, bytes, onSwitch)
  } catch (error) {
    if (error instanceof Asn1Error) throw new CardRefusal(SW.wrongData)
    throw error
  }
}

/** Whether a command continues the bound package that is being loaded: any command with no tag of another function. */
function isContinued(euicc: EuiccContext, tag: number): boolean {
  return BOUND_PACKAGE_SEGMENTS.has(tag) || (euicc.session?.download?.loading !== undefined && !FUNCTIONS.has(tag))
}
