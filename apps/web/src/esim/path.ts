import type { ValueField } from '@simwright/contract/profiles/fleet-field'
import { writeTerm } from '@simwright/contract/profiles/fleet-term'
import { linkTo, pages } from '../paths.ts'

/** Generate AC with a configuration chosen; to be spread into a link. */
export function generatePath(configurationId: string) {
  return linkTo(pages.generateAc, { search: { configuration: configurationId } })
}

/** The form of one profile configuration; to be spread into a link. */
export function configurationPath(operation: 'edit' | 'copy' | 'view', id: string) {
  return linkTo(pages.configurationForm, { params: { operation }, search: { id } })
}

/** Generate AC with the progress, or the result, of a batch. */
export function batchPath(batchId: string) {
  return linkTo(pages.generateAc, { search: { batch: batchId } })
}

/** Fleet with an operation on many profiles: how far it is, its result, the way back. */
export function operationPath(operationId: string) {
  return linkTo(pages.fleet, { search: { operation: operationId } })
}

/** Fleet with a file of activation codes: how far it is, its download. */
export function filePath(fileId: string) {
  return linkTo(pages.fleet, { search: { file: fileId } })
}

/** Fleet with the drawer of one profile open, at its first tab or another. */
export function profilePath(profileId: string, tab?: 'recycle') {
  return linkTo(pages.fleet, { search: { profile: profileId, ...(tab ? { tab } : {}) } })
}

/** Fleet with the profiles that have these values; a group, batch or campaign by its id. */
export function fleetOfPath(values: Partial<Record<ValueField, string | undefined>>) {
  const terms = Object.entries(values).flatMap(([field, value]) => (value ? [writeTerm(field, [value])] : []))
  return linkTo(pages.fleet, { search: { q: terms.join(' ') || undefined } })
}

/** Logs with the drawer of one batch open. */
export function batchLogPath(batchId: string) {
  return linkTo(pages.logs, { search: { batch: batchId } })
}

/** The form of a new profile configuration. */
export const newConfigurationPath = '/configform/add'

/** Fleet with the drawer of one profile open at its timeline. */
export function profileTimelinePath(profileId: string) {
  return linkTo(pages.fleet, { search: { profile: profileId, tab: 'timeline' } })
}

/** Logs with the recyclings of one profile. */
export function recycleLogPath(iccid: string) {
  return linkTo(pages.logs, { search: { log: 'recycle', iccid } })
}
