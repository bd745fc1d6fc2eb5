import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id } from '../list.ts'
import { type ListModule, SavedView } from '../people/behavior.ts'
import type { PermissionId } from '../permission.ts'

type Sharing = { see: readonly PermissionId[]; share: PermissionId }

/** Lists whose views can be shared, with the permissions to see and to share them. */
export const sharedLists = {
  fleet: { see: ['Fleet_View'], share: 'Fleet_Edit' },
  campaigns: { see: ['Campaign_View'], share: 'Campaign_Edit' },
  configurations: { see: ['Profile_Config_View', 'Generate_Ac_View'], share: 'Profile_Config_Edit' },
} as const satisfies Partial<Record<ListModule, Sharing>>
export type SharedList = keyof typeof sharedLists

export const isSharedList = (module: string): module is SharedList => Object.hasOwn(sharedLists, module)

const lists = Object.keys(sharedLists) as [SharedList, ...SharedList[]]
const module = z.enum(lists, 'Invalid list.')
const viewPermissions = [...new Set(Object.values(sharedLists).flatMap(({ see }): PermissionId[] => [...see]))]
const sharePermissions: PermissionId[] = Object.values(sharedLists).map(({ share }) => share)

/** The maximum number of shared views of a list. */
export const SHARED_VIEWS_MAX = 100

export const ViewFields = SavedView.omit({ id: true })
export type ViewFields = z.infer<typeof ViewFields>

export const SharedView = ViewFields.extend({
  id,
  version: z.int(),
  createdBy: z.string(),
  /** Whether the signed-in user may change and delete it: its creator, owners and admins. */
  manageable: z.boolean(),
})
export type SharedView = z.infer<typeof SharedView>

export const list = endpoint({
  method: 'POST',
  path: '/view/list',
  access: viewPermissions,
  reads: true,
  summary: 'Shared views of a list, by name',
  input: z.object({ module }),
  output: z.object({ items: z.array(SharedView) }),
})

export const share = endpoint({
  method: 'POST',
  path: '/view/share',
  access: sharePermissions,
  summary: 'Share a view of a list with everyone in the enterprise account',
  input: z.object({ module, fields: ViewFields }),
  output: z.object({ id, version: z.int() }),
})

export const edit = endpoint({
  method: 'POST',
  path: '/view/edit',
  access: sharePermissions,
  summary: 'Change a shared view; only its creator, owners and admins',
  input: z.object({ id, version: z.int(), fields: ViewFields }),
  output: z.object({ version: z.int() }),
})

export const remove = endpoint({
  method: 'POST',
  path: '/view/delete',
  access: sharePermissions,
  summary: 'Delete a shared view for everyone; only its creator, owners and admins',
  input: z.object({ id, version: z.int() }),
  output: done,
})
