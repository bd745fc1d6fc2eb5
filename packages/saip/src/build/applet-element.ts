import { fromHex } from '@simwright/asn1'
import { carrierRuleCommands } from '../card/access-rule-applet.ts'
import type { ApplicationInstance } from '../codec/application-element.ts'
import type { PeHeader } from '../codec/pe-header.ts'
import type { ElementOf } from '../codec/profile-element.ts'
import {
  type AppletsConfig,
  type AraRule,
  type ResolvedApplet,
  resolveAra,
  resolveCustom,
  resolveRecycle,
} from './applet-config.ts'
import type { ProfileValues } from './profile-value.ts'

/**
 * Toolkit parameters of the Recycle applet (ETSI TS 102 226, 8.2.1.3.2.2.1): lowest priority, one timer, one channel, no
 * menu, no TAR.
 */
const recycleToolkit = fromHex('ff01000001000000')
const nothing = new Uint8Array(0)

/** A PE-Application for each applet (8.7): its load package, if it has code, and its instance. */
export function appletElements(
  applets: AppletsConfig | undefined,
  values: ProfileValues,
  header: () => PeHeader,
): ElementOf<'application'>[] {
  const { ara, recycle, custom } = applets ?? {}
  const elements: ElementOf<'application'>[] = []
  if (ara !== undefined) {
    const processData = carrierRuleCommands(ara.rules.map(carrierRule))
    elements.push(
      applicationElement(resolveAra(ara), { applicationSpecificParametersC9: nothing, processData }, header()),
    )
  }
  if (recycle !== undefined) {
    const parameters = {
      applicationSpecificParametersC9: values.recycleParameters,
      applicationParameters: { uiccToolkitApplicationSpecificParametersField: recycleToolkit },
    }
    elements.push(applicationElement(resolveRecycle(recycle), parameters, header()))
  }
  if (custom !== undefined) {
    const toolkit = fromHex(custom.toolkitParameters ?? '')
    const parameters = {
      applicationSpecificParametersC9: values.appletParameters,
      ...(toolkit.length === 0
        ? {}
        : { applicationParameters: { uiccToolkitApplicationSpecificParametersField: toolkit } }),
    }
    elements.push(applicationElement(resolveCustom(custom), parameters, header()))
  }
  return elements
}

/** A rule of the configuration in bytes. */
const carrierRule = ({ certificateHash, packageName, permissions }: AraRule) => ({
  certificateHash: fromHex(certificateHash),
  packageName,
  permissions: permissions === undefined ? undefined : fromHex(permissions),
})

/** What differs between the instances of applets. */
type InstanceParameters = Pick<ApplicationInstance, 'applicationSpecificParametersC9'> & Partial<ApplicationInstance>

/** A PE-Application. Without a security domain AID the applet belongs to the MNO-SD. */
function applicationElement(
  { aids, privileges, load }: ResolvedApplet,
  parameters: InstanceParameters,
  header: PeHeader,
): ElementOf<'application'> {
  const loadBlock = load && { loadPackageAID: load.packageAid, loadBlockObject: load.code }
  const instance: ApplicationInstance = {
    applicationLoadPackageAID: aids.package,
    classAID: aids.class,
    instanceAID: aids.instance,
    applicationPrivileges: privileges,
    // Selectable (GlobalPlatform Card Specification, 11.1.1).
    lifeCycleState: fromHex('07'),
    ...parameters,
  }
  return { kind: 'application', value: { header, ...(loadBlock && { loadBlock }), instanceList: [instance] } }
}
