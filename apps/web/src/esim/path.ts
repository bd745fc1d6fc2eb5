import { pages } from '../paths.ts'

/** Generate AC with a configuration chosen; to be spread into a link. */
export function generatePath(configurationId: string) {
  return { to: pages.generateAc.path as string, search: { configuration: configurationId } as never }
}

/** Generate AC with the progress, or the result, of a batch. */
export function batchPath(batchId: string) {
  return { to: pages.generateAc.path as string, search: { batch: batchId } as never }
}

/** Fleet with the drawer of one profile open. */
export function profilePath(profileId: string) {
  return { to: pages.fleet.path as string, search: { profile: profileId } as never }
}

/** Fleet with the profiles of one batch. */
export function fleetOfBatchPath(batchId: string) {
  return { to: pages.fleet.path as string, search: { batchId } as never }
}
