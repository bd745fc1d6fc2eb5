import { type OutputOf, type ParsedInputOf, Problem } from '@simwright/contract'
import type * as contract from '@simwright/contract/platform/white-label'
import { mailKinds, type PlatformFields } from '@simwright/contract/platform/white-label'
import { STAFF_ENTERPRISE_ID } from '../../../db/staff-enterprise.ts'
import { isUniqueViolation } from '../../../db/unique-violation.ts'
import type { OnceAnswer, OnceCall, UploadedFile, Who } from '../../../http/call.ts'
import { fault } from '../../../http/input.ts'
import { readImage } from '../../../http/read-image.ts'
import type { WhiteLabelServer as Server } from '../../../port/module.ts'
import { recordAudit } from '../audit/service.ts'
import {
  DEFAULT_ICON,
  iconUrlOf,
  imagePath,
  insertPlatform,
  linkOf,
  type PlatformColumns,
  type PlatformRecord,
  paletteOf,
  platformOf,
  senderOf,
  smdpAddressOf,
  updatePlatform,
} from '../brand/service.ts'
import { occasions, placeholdersOf, type Sender, sampleLetter, textFaults } from '../mail/service.ts'
import { enableProviders, listAllProviders } from '../providers/service.ts'
import { deleteUnusedImages, insertImage, reserveSmdpHost, selectImage } from './queries.ts'

/** The enterprise whose audit log records the actions of staff. */
const AT_STAFF = { enterpriseId: STAFF_ENTERPRISE_ID }

/** All platforms, for platform staff. There are few, so the list is not paged. */
export function listPlatforms(server: Server): OutputOf<typeof contract.list> {
  return { items: server.platforms.all().map((platform) => rowOf(server, platform)) }
}

export async function readPlatform(server: Server, id: string): Promise<OutputOf<typeof contract.get>> {
  const platform = server.platforms.byId(id)
  if (!platform) throw new Problem('not_found')
  const providers = await listAllProviders(server, id)
  const hosts = server.platforms.smdpHostsOf(id)
  return {
    ...rowOf(server, platform),
    version: platform.version,
    fields: { ...fieldsOf(platform), providers: providers.filter(({ enabled }) => enabled).map(({ id }) => id) },
    logoUrl: platform.logo_id === null ? null : imagePath(platform.logo_id),
    look: paletteOf(platform.theme_color),
    allProviders: providers.map(({ enabled: _, ...provider }) => provider),
    smdpHosts: hosts.map(({ host }) => ({ host, certificate: server.smdp.hasCertificateFor(host) ? 'OWN' : 'TEST' })),
  }
}

function rowOf(server: Server, platform: PlatformRecord): contract.PlatformRow {
  return {
    id: platform.id,
    sys: platform.sys,
    appName: platform.app_name,
    iconUrl: iconUrlOf(platform),
    themeColor: platform.theme_color,
    url: linkOf(server, platform, '/login'),
    smdpAddress: smdpAddressOf(server, platform, null),
    updatedAt: platform.updated_at.toISOString(),
  }
}

function fieldsOf(platform: PlatformRecord): Omit<PlatformFields, 'providers'> {
  return {
    appName: platform.app_name,
    themeColor: platform.theme_color,
    iconId: platform.icon_id,
    logoId: platform.logo_id,
    host: platform.host,
    smdpAddress: platform.smdp_address,
    mailName: platform.mail_name,
    mailAddress: platform.mail_address,
    supportEmail: platform.support_email,
    contactEmail: platform.contact_email,
    contactText: platform.contact_text,
    termsUrl: platform.terms_url,
    privacyUrl: platform.privacy_url,
    mailTexts: platform.mail_texts as PlatformFields['mailTexts'],
  }
}

export async function addPlatform(
  server: Server,
  { input: { sys, fields }, once }: OnceCall<typeof contract.add>,
): OnceAnswer<typeof contract.add> {
  const id = server.random.uuid()
  const columns = await validateColumns(server, fields)
  const platform = { id, sys, icon_url: DEFAULT_ICON, created_at: columns.updated_at, ...columns }
  return await saveAndReload(server, () =>
    once.globalTx(async (db) => {
      await insertPlatform(db, platform)
      await reserveHost(db, { id, ...columns })
      const object = { id, name: sys }
      await recordAudit(server, db, { ...AT_STAFF, action: 'platform.added', object, after: fields })
      return { id }
    }),
  )
}

export async function editPlatform(
  server: Server,
  { id, version, fields }: ParsedInputOf<typeof contract.edit>,
): Promise<OutputOf<typeof contract.edit>> {
  const { fields: before, sys } = await readPlatform(server, id)
  const columns = await validateColumns(server, fields)
  await saveAndReload(server, async () => {
    await server.db.globalTx(async (db) => {
      if (!(await updatePlatform(db, { id, version, ...columns }))) throw new Problem('changed_meanwhile')
      await reserveHost(db, { id, ...columns })
      await enableProviders(db, { platformId: id, slugs: fields.providers, at: columns.updated_at })
      const facts = { before: { ...before, version }, after: { ...fields, version: version + 1 } }
      await recordAudit(server, db, { ...AT_STAFF, action: 'platform.edited', object: { id, name: sys }, ...facts })
    })
  })
  return { version: version + 1 }
}

/** Runs a write and reloads the platforms. A name or host in use is reported at its field. @throws Problem invalid */
async function saveAndReload<T>(server: Server, write: () => Promise<T>): Promise<T> {
  const result = await write().catch((error: unknown) => {
    if (isUniqueViolation(error, 'platform_sys_key')) throw fault('sys', 'taken', 'Another platform has this name.')
    if (isUniqueViolation(error, 'platform_host_key'))
      throw fault('fields.host', 'taken', 'Another platform has this host.')
    throw error
  })
  await server.platforms.reload()
  return result
}

type Global = Parameters<typeof reserveSmdpHost>[0]

async function reserveHost(
  db: Global,
  { id, smdp_address, updated_at }: { id: string; smdp_address: string | null; updated_at: Date },
): Promise<void> {
  if (smdp_address === null) return
  const host = smdp_address.replace(/:\d+$/, '')
  const holder = await reserveSmdpHost(db, { host, platformId: id, at: updated_at })
  if (holder !== id)
    throw fault('fields.smdpAddress', 'taken', 'The activation codes of another platform name this host.')
}

/** Checks hosts, images and mail texts. @returns the columns for the fields @throws Problem invalid */
async function validateColumns(server: Server, fields: PlatformFields): Promise<PlatformColumns> {
  const smdpHost = server.smdp.address.replace(/:\d+$/, '')
  const host = withoutPort(fields.host, new URL(server.config.publicUrl).protocol === 'https:' ? ':443' : ':80')
  const smdpAddress = withoutPort(fields.smdpAddress, ':443')
  if (host !== null && host === new URL(server.config.publicUrl).host) {
    throw fault('fields.host', 'shared', 'All platforms share this host. Leave the field empty.')
  }
  if (smdpAddress?.replace(/:\d+$/, '') === smdpHost) {
    throw fault('fields.smdpAddress', 'shared', 'All platforms share this host. Leave the field empty.')
  }
  for (const [field, id] of [
    ['iconId', fields.iconId],
    ['logoId', fields.logoId],
  ] as const) {
    if (id !== null && !(await selectImage(server.db.global, id)))
      throw fault(`fields.${field}`, 'gone', 'Choose the file again.')
  }
  const faults = Object.entries(fields.mailTexts).flatMap(([kind, text]) =>
    textFaults(kind as contract.MailKind, text).map(({ path, text }) => ({
      path: `fields.mailTexts.${kind}.${path}`,
      rule: 'placeholder',
      text,
    })),
  )
  if (faults.length > 0) throw new Problem('invalid', {}, { faults })
  return {
    app_name: fields.appName,
    theme_color: fields.themeColor,
    icon_id: fields.iconId,
    logo_id: fields.logoId,
    host,
    smdp_address: smdpAddress,
    mail_name: fields.mailName,
    mail_address: fields.mailAddress,
    mail_texts: JSON.stringify(fields.mailTexts),
    terms_url: fields.termsUrl,
    privacy_url: fields.privacyUrl,
    support_email: fields.supportEmail,
    contact_email: fields.contactEmail,
    contact_text: fields.contactText,
    updated_at: server.clock.now(),
  }
}

const withoutPort = (host: string | null, port: string) => (host?.endsWith(port) ? host.slice(0, -port.length) : host)

const UNUSED_IMAGE_MS = 24 * 60 * 60_000

/** Stores an image, and deletes images that no platform has used for a day after their upload. */
export async function storeImage(
  server: Server,
  { enterpriseId }: Who,
  file: UploadedFile,
): Promise<OutputOf<typeof contract.upload>> {
  const { type, content } = await readImage({ workers: server.workers, tenant: enterpriseId }, file.stream, [
    'PNG',
    'ICO',
  ])
  const [id, at] = [server.random.uuid(), server.clock.now()]
  await insertImage(server.db.global, { id, content_type: type, content, created_at: at })
  await deleteUnusedImages(server.db.global, new Date(at.getTime() - UNUSED_IMAGE_MS))
  return { id, url: imagePath(id) }
}

export async function findImage(server: Server, id: string): ReturnType<typeof selectImage> {
  return await selectImage(server.db.global, id)
}

export function listOccasions(): OutputOf<typeof contract.occasions> {
  return { items: mailKinds.map((kind) => ({ kind, text: occasions[kind].text, placeholders: placeholdersOf(kind) })) }
}

/** A sample mail with these fields and texts. @throws Problem invalid */
export function previewMail(
  server: Server,
  { id, kind, fields, text }: ParsedInputOf<typeof contract.previewMail>,
): OutputOf<typeof contract.previewMail> {
  const faults = textFaults(kind, text).map(({ path, text }) => ({ path: `text.${path}`, rule: 'placeholder', text }))
  if (faults.length > 0) throw new Problem('invalid', {}, { faults })
  const stored = id === undefined ? server.platforms.standard : platformOf(server, id)
  const sender: Sender = senderOf(server, {
    ...stored,
    app_name: fields.appName,
    theme_color: fields.themeColor,
    logo_id: fields.logoId,
    mail_name: fields.mailName,
    mail_address: fields.mailAddress,
    support_email: fields.supportEmail,
  })
  const letter = sampleLetter(sender, kind, text)
  const html =
    sender.logoUrl && fields.logoId ? letter.html.replace(sender.logoUrl, imagePath(fields.logoId)) : letter.html
  return { from: `${letter.from.name} <${letter.from.address}>`, subject: letter.subject, html, text: letter.text }
}
