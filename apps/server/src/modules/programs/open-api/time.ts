import { fault } from '../../../http/input.ts'

/** `yyyy/MM/dd HH:mm:ss`, in UTC: how the open API writes times. */
export function timeText(iso: string): string
export function timeText(iso: string | null): string | null
export function timeText(iso: string | null): string | null {
  return iso === null ? null : iso.slice(0, 19).replaceAll('-', '/').replace('T', ' ')
}

const MOMENT = /^(\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})$/

/** Reads `yyyy-MM-dd HH:mm:ss`, in UTC. @returns ISO 8601 @throws Problem `invalid` naming the field */
export function parseMoment(field: string, text: string): string {
  const [, day, time] = MOMENT.exec(text) ?? []
  const iso = `${day}T${time}.000Z`
  if (Number.isNaN(Date.parse(iso)) || new Date(iso).toISOString() !== iso)
    throw fault(field, 'format', 'Write it as yyyy-MM-dd HH:mm:ss, in UTC.')
  return iso
}
