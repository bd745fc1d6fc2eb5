import { pages } from '../../paths.ts'

/** Where the form stands for one configuration; to be spread into a link. */
export function formPath(operation: 'edit' | 'copy' | 'view', id: string) {
  return { to: pages.configurationForm.path as string, params: { operation } as never, search: { id } as never }
}

export const addPath = '/configform/add'
