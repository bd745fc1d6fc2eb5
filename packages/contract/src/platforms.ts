import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, nothing, time } from './list.ts'

/** A platform as the staff's list shows it. */
export const PlatformRow = z.object({
  id,
  /** The short name that paths carry. */
  sys: z.string(),
  appName: z.string(),
  iconUrl: z.string(),
  themeColor: z.string(),
  createdAt: time,
})
export type PlatformRow = z.infer<typeof PlatformRow>

export const list = endpoint({
  method: 'POST',
  path: '/admin/platform/list',
  access: 'Admin_Platform_View',
  summary: 'All platforms of this installation',
  input: nothing,
  output: z.object({ items: z.array(PlatformRow) }),
})
