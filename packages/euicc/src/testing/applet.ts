/** Packages with applets. */
import { fromHex } from '@simwright/asn1'
import {
  accessRuleAppletAid,
  type ElementOf,
  encodeRecycleParameters,
  type RecycleParameters,
  recycleAppletAids,
} from '@simwright/saip'
import { changePackage } from './profile.ts'

type Instance = NonNullable<ElementOf<'application'>['value']['instanceList']>[number]

/** Adds instances of applets to a package, before its end. */
export function withApplets(
  upp: Uint8Array,
  ...instances: readonly (Partial<Instance> & Pick<Instance, 'instanceAID'>)[]
) {
  return changePackage(upp, (element) =>
    element.kind === 'end'
      ? [
          {
            kind: 'application',
            value: {
              header: { mandated: null, identification: 80 },
              instanceList: instances.map((instance) => ({
                applicationLoadPackageAID: fromHex('a00000015141434c'),
                classAID: instance.instanceAID,
                applicationPrivileges: fromHex('00'),
                lifeCycleState: fromHex('07'),
                applicationSpecificParametersC9: new Uint8Array(0),
                ...instance,
              })),
            },
          },
          element,
        ]
      : undefined,
  )
}

/** An instance of ARA-M with these STORE DATA commands. */
export const accessRuleMaster = (
  processData: readonly Uint8Array[] = [],
): Pick<Instance, 'instanceAID' | 'processData'> => ({
  instanceAID: accessRuleAppletAid,
  ...(processData.length === 0 ? {} : { processData: [...processData] }),
})

/** An instance of the Recycle applet. */
export const recycleApplet = (parameters: RecycleParameters) => ({
  applicationLoadPackageAID: recycleAppletAids.package,
  classAID: recycleAppletAids.class,
  instanceAID: recycleAppletAids.instance,
  applicationSpecificParametersC9: encodeRecycleParameters(parameters),
})
