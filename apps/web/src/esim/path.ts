import { pages } from '../paths.ts'

/** Generate AC with a configuration chosen; to be spread into a link. */
export function generatePath(configurationId: string) {
  return { to: pages.generateAc.path as string, search: { configuration: configurationId } as never }
}

/** The form of one profile configuration; to be spread into a link. */
export function configurationPath(operation: 'edit' | 'copy' | 'view', id: string) {
  return { to: pages.configurationForm.path as string, params: { operation } as never, search: { id } as never }
}

/** Generate AC with the progress, or the result, of a batch. */
export function batchPath(batchId: string) {
  return { to: pages.generateAc.path as string, search: { batch: batchId } as never }
}

/** Fleet with an operation on many profiles: how far it is, its result, the way back. */
export function operationPath(operationId: string) {
  return { to: pages.fleet.path as string, search: { operation: operationId } as never }
}

/** Fleet with a file of activation codes: how far it is, its download. */
export function filePath(fileId: string) {
  return { to: pages.fleet.path as string, search: { file: fileId } as never }
}

/** Fleet with the drawer of one profile open, at its first tab or another. */
export function profilePath(profileId: string, tab?: 'recycle') {
  return { to: pages.fleet.path as string, search: { profile: profileId, ...(tab ? { tab } : {}) } as never }
}

/** Fleet with the profiles of one batch. */
export function fleetOfBatchPath(batchId: string) {
  return { to: pages.fleet.path as string, search: { batchId } as never }
}

/** Fleet with the profiles that these filters let through. */
export function fleetOfFilterPath(filter: { status?: string; brand?: string; groupId?: string | undefined }) {
  return { to: pages.fleet.path as string, search: filter as never }
}

/** Logs with the drawer of one batch open. */
export function batchLogPath(batchId: string) {
  return { to: pages.logs.path as string, search: { batch: batchId } as never }
}

/** The form of a new profile configuration. */
export const newConfigurationPath = '/configform/add'

/** Fleet with the drawer of one profile open at its timeline. */
export function profileTimelinePath(profileId: string) {
  return { to: pages.fleet.path as string, search: { profile: profileId, tab: 'timeline' } as never }
}

/** Logs with the recyclings of one profile. */
export function recycleLogPath(iccid: string) {
  return { to: pages.logs.path as string, search: { log: 'recycle', iccid } as never }
}
