import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id } from '../list.ts'
import { AppletFile } from './applet-file.ts'

/** The applets whose code staff can supply for a platform. */
export const platformApplets = ['ara', 'recycle'] as const
export type PlatformAppletName = (typeof platformApplets)[number]

/** Its code is never returned. */
export const PlatformAppletFile = AppletFile.omit({ id: true, isReplaced: true, isUsed: true })
export type PlatformAppletFile = z.infer<typeof PlatformAppletFile>

export const PlatformApplet = z.object({
  applet: z.enum(platformApplets),
  /** Null: the applet is present on the card, and packages only make an instance of it. */
  file: PlatformAppletFile.nullable(),
  /** Profile configurations of the platform's enterprise accounts that have the applet in their newest version. */
  configurations: z.int(),
})
export type PlatformApplet = z.infer<typeof PlatformApplet>

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'A SHA-256: 64 hexadecimal digits in lower case.')

const ref = { platformId: id, applet: z.enum(platformApplets) }

export const list = endpoint({
  method: 'POST',
  path: '/admin/platform/applet/list',
  access: 'Admin_Platform_View',
  reads: true,
  summary: "The applets of a platform's profiles: each from a file, or present on the card",
  input: z.object({ platformId: id }),
  output: z.object({ items: z.array(PlatformApplet) }),
})

export const upload = endpoint({
  method: 'POST',
  path: '/admin/platform/applet/upload',
  access: 'Admin_Platform_Edit',
  summary: 'Supply or replace the CAP or IJC file of an applet; packages that are built from now on contain it',
  input: z.object({
    ...ref,
    /** The SHA-256 of the file that the new one replaces; absent if the applet was present on the card. */
    replaces: sha256.optional(),
  }),
  output: PlatformAppletFile,
  body: 'form-data',
})

export const remove = endpoint({
  method: 'POST',
  path: '/admin/platform/applet/delete',
  access: 'Admin_Platform_Edit',
  summary: 'Delete the file of an applet; in packages that are built from now on the applet is present on the card',
  input: z.object({ ...ref, sha256 }),
  output: done,
})
