import * as delivery from '@simwright/contract/provisioning/delivery'
import { plainStyle } from '@simwright/qr'
import { useState } from 'react'
import { useAsk } from '../api/query.ts'
import { deliveryTexts } from '../texts/delivery.ts'
import type { QrLook } from '../ui/text/qr-file.ts'

/** Identifies a QR style: `standard`, `plain`, or the id of a preset. */
export type LookChoice = 'standard' | 'plain' | (string & {})

export const plainLook: QrLook = { style: plainStyle, logo: null }

/** The QR styles of the enterprise account as choices, and the chosen one; initially the standard style. */
export function useLooks() {
  const [choice, setChoice] = useState<LookChoice>('standard')
  const presets = useAsk(delivery.presets, {}, { staleMs: 60_000 }).data?.items ?? []
  const standard = presets.find(({ isStandard }) => isStandard)
  const chosen = choice === 'standard' ? standard : presets.find(({ id }) => id === choice)
  const look: QrLook = choice === 'plain' ? plainLook : (chosen ?? plainLook)
  const { plain } = deliveryTexts.looks
  const choices = [
    { value: 'standard', label: `${deliveryTexts.fileDialog.standard} (${standard?.name ?? plain})` },
    ...(standard ? [{ value: 'plain', label: plain }] : []),
    ...presets.filter(({ isStandard }) => !isStandard).map(({ id, name }) => ({ value: id, label: name })),
  ]
  return { look, choice, setChoice, choices }
}
