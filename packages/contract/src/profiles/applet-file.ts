import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { done, id, nothing, time } from '../list.ts'

/** Limits of applet files, shown next to the control. */
export const appletFileLimits = { kibibytes: 512, files: 20 } as const

/** A CAP or IJC file of the enterprise account, for the Customize applet. Its code is never returned. */
export const AppletFile = z.object({
  id,
  fileName: z.string(),
  /** By which configurations name the file: SHA-256 in hexadecimal. */
  sha256: z.string(),
  bytes: z.int(),
  packageAid: z.string(),
  /** The AIDs of its applets. */
  classAids: z.array(z.string()),
  packageVersion: z.string(),
  /** Another file replaced it: only configurations that already name it use it. */
  isReplaced: z.boolean(),
  /** Whether a version of a profile configuration names it. */
  isUsed: z.boolean(),
  uploadedAt: time,
  uploadedBy: z.string(),
})
export type AppletFile = z.infer<typeof AppletFile>

export const list = endpoint({
  method: 'POST',
  path: '/configuration/applet/list',
  access: 'Profile_Config_View',
  reads: true,
  summary: 'The applet files of the enterprise account, newest first',
  input: nothing,
  output: z.object({ items: z.array(AppletFile) }),
})

export const upload = endpoint({
  method: 'POST',
  path: '/configuration/applet/upload',
  access: 'Profile_Config_Edit',
  summary: 'Upload a CAP or IJC file, up to 512 KiB and 1 MiB unpacked; it is checked, sealed and never run',
  input: z.object({
    /** The file that the new one replaces. Configurations that name it keep it until they are edited. */
    replaces: id.optional(),
  }),
  output: AppletFile,
  body: 'form-data',
})

export const remove = endpoint({
  method: 'POST',
  path: '/configuration/applet/delete',
  access: 'Profile_Config_Edit',
  summary: 'Delete an applet file; refused while a version of a profile configuration names it',
  input: z.object({ id }),
  output: done,
})
