import type { CommentedKind } from '@simwright/contract/insight/comment'
import type { ConfigurationType } from '@simwright/contract/profiles/configuration-type'
import type { ValueField } from '@simwright/contract/profiles/fleet-field'
import { writeTerm } from '@simwright/contract/profiles/fleet-term'
import { type Destination, linkTo, pages } from '../paths.ts'

/** Generate AC with a preselected configuration. A private network gets its subscribers from the portal: as a range. */
export function generatePath({ id, type }: { id: string; type: ConfigurationType }) {
  const way = type === 'Private_LTE' ? 'range' : undefined
  return linkTo(pages.generateAc, { search: { configuration: id, way } })
}

/** The form of one profile configuration. */
export function configurationPath(operation: 'edit' | 'copy' | 'view', id: string) {
  return linkTo(pages.configurationForm, { params: { operation }, search: { id } })
}

/** The form of an incomplete configuration, which leads to Generate AC when it is saved or left. */
export function completionPath(id: string) {
  return linkTo(pages.configurationForm, { params: { operation: 'edit' }, search: { id, next: 'generate' } })
}

/** The form of a new configuration, which leads to Generate AC when it is saved or left. */
export const additionPath = linkTo(pages.configurationForm, {
  params: { operation: 'add' },
  search: { next: 'generate' },
})

/** Generate AC with the progress or the result of a batch. */
export function batchPath(batchId: string) {
  return linkTo(pages.generateAc, { search: { batch: batchId } })
}

/** Fleet with the progress or the result of an operation on many profiles. */
export function operationPath(operationId: string) {
  return linkTo(pages.fleet, { search: { operation: operationId } })
}

/** Fleet with the progress of a file of activation codes, or its download. */
export function filePath(fileId: string) {
  return linkTo(pages.fleet, { search: { file: fileId } })
}

/** Fleet with the drawer of one profile open, at its first tab unless `tab` names another. */
export function profilePath(profileId: string, tab?: 'overview' | 'recycle') {
  return linkTo(pages.fleet, { search: { profile: profileId, ...(tab ? { tab } : {}) } })
}

/** Fleet filtered by these values; a group, batch or campaign is given by its id. */
export function fleetOfPath(values: Partial<Record<ValueField, string | undefined>>) {
  const terms = Object.entries(values).flatMap(([field, value]) => (value ? [writeTerm(field, [value])] : []))
  return linkTo(pages.fleet, { search: { q: terms.join(' ') || undefined } })
}

/** Logs with the drawer of one batch open. */
export function batchLogPath(batchId: string) {
  return linkTo(pages.logs, { search: { batch: batchId } })
}

/** The object of a comment, with its comments. */
export function commentsPath(kind: CommentedKind, id: string): Destination {
  switch (kind) {
    case 'PROFILE':
      return linkTo(pages.fleet, { search: { profile: id, tab: 'comments' } })
    case 'BATCH':
      return linkTo(pages.logs, { search: { batch: id, tab: 'comments' } })
    case 'CAMPAIGN':
      return linkTo(pages.campaigns, { search: { campaign: id } })
    case 'ORDER':
      return linkTo(pages.orders, { search: { open: id } })
  }
}

/** The form of a new profile configuration. */
export const newConfigurationPath = '/configform/add'

/** The virtual phone for one profile. */
export function virtualPhonePath(profileId: string) {
  return linkTo(pages.virtualPhone, { search: { profile: profileId } })
}

/** Fleet with the drawer of one profile open at its timeline tab. */
export function profileTimelinePath(profileId: string) {
  return linkTo(pages.fleet, { search: { profile: profileId, tab: 'timeline' } })
}

/** The recycle log filtered by one profile. */
export function recycleLogPath(iccid: string) {
  return linkTo(pages.logs, { search: { log: 'recycle', iccid } })
}
