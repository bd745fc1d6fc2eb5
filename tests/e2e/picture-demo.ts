import type { SessionFacts } from './session.ts'

/** Names the setting by which the proof passes `PictureSettings` to its tests. */
export const PICTURES_SETTING = 'PICTURES'

export type Look = { width: number; scheme: 'light' | 'dark' }

/** What is photographed, and where the pictures are written. */
export type PictureSettings = {
  demo: PictureDemo
  folder: string
  /** Names of views; empty: all. */
  names: readonly string[]
  looks: readonly Look[]
  /** At which widths the contrast is read: colors are the same at each. */
  contrastWidths: readonly number[]
}

/** Objects of the demo by their ids, and the public addresses of a code. */
export type PictureObjects = {
  available: string
  enabled: string
  configuration: string
  group: string
  campaign: string
  source: string
  batch: string
  webhook: string
  order: string
  client: string
  clientOrder: string
  codePage: string
  campaignPage: string
}

/** A running demo, the sessions of its people, and what they open. */
export type PictureDemo = {
  url: string
  mailbox: string
  owner: SessionFacts
  newcomer: SessionFacts
  staff: SessionFacts
  objects: PictureObjects
}
