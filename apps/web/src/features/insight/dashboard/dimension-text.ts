import type { Breakdown } from '@simwright/contract/insight/dashboard'
import { statusCode } from '../../../esim/profile-event.tsx'
import { regionName } from '../../../esim/region.ts'
import { dashboardTexts as texts } from '../../../texts/dashboard.ts'
import { say } from '../../../texts/text.ts'

type Named = { dimension: string; name: string | null }

/** The name of a row of a breakdown. */
export function dimensionText(by: Breakdown, { dimension, name }: Named): string {
  return byKind[by](dimension, name)
}

const byKind: Readonly<Record<Breakdown, (dimension: string, name: string | null) => string>> = {
  brand: (brand) => brand || texts.unknownDevice,
  model: modelText,
  version: (dimension, name) =>
    say(texts.version, { name: name ?? texts.unknownConfiguration, version: dimension.split('/')[1] ?? '' }),
  region: (region) => regionName(region || null) ?? texts.unknownRegion,
  reason: reasonText,
}

function modelText(dimension: string): string {
  if (dimension === '') return texts.unknownDevice
  const at = dimension.indexOf('|')
  const [brand, model] = [dimension.slice(0, at), dimension.slice(at + 1)]
  return model === '' ? say(texts.unknownModel, { brand }) : `${brand} ${model}`
}

function reasonText(dimension: string): string {
  const [subjectCode, reasonCode] = dimension.split('/')
  if (!subjectCode || !reasonCode) return texts.noStatusCode
  const status = statusCode({ subjectCode, reasonCode })
  return status?.meaning ?? dimension
}
