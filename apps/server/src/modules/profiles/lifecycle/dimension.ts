import type { GroupId } from '../../../db/row-id.ts'
import type { Cause } from './cause.ts'
import type { Effect } from './effect.ts'
import type { LockedRow } from './locked-profile.ts'

/** The columns of an event by which figures can be broken down: the values of the profile when the event happened. */
export const DIMENSION_COLUMNS = [
  'group_id',
  'campaign_id',
  'configuration_id',
  'configuration_version',
  'region',
  'device_brand',
  'device_model',
  'member_id',
] as const

type ProfileDimensions = Pick<
  LockedRow,
  'campaign_id' | 'configuration_id' | 'configuration_version' | 'region' | 'device_brand' | 'device_model'
>

export type Dimensions = ProfileDimensions & {
  /** Undefined: the current group of the profile, which the lock did not read. */
  group_id: GroupId | null | undefined
  /** The user who created the profile. */
  member_id: string
}

/** The device is the one that sent the message; without a message, the one that has the profile. */
export function dimensionsOf(
  { device }: Pick<Cause, 'device'>,
  { before, after }: Pick<Effect, 'before' | 'after'>,
): Dimensions {
  const { campaign_id, configuration_id, configuration_version, region } = after
  const { device_brand, device_model } = device ? { device_brand: device.brand, device_model: device.model } : after
  return {
    // a removed profile leaves its group by its last event, which still happened in the group
    group_id: after.status === 'REMOVED' ? before.group_id : after.group_id,
    campaign_id,
    configuration_id,
    configuration_version,
    region,
    device_brand,
    device_model,
    member_id: after.created_by,
  }
}
