import type { Tone } from './tone.ts'

export type TrendSeries = { id: string; label: string; tone: Tone }
export type TrendPoint = { id: string; label: string; values: Record<string, number> }
