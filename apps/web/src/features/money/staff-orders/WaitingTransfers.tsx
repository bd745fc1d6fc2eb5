import { Button } from '@mantine/core'
import * as staffOrder from '@simwright/contract/money/staff-order'
import { useAsk } from '../../../api/query.ts'
import { sayCount } from '../../../texts/text.ts'
import { staffOrderTexts as texts } from './staff-order-texts.ts'

/** How many bank transfers wait for staff; shows them when pressed. */
export function WaitingTransfers({ onShow }: { onShow: () => void }) {
  const { data } = useAsk(staffOrder.waiting, {}, { staleMs: 0 })
  if (!data?.pending) return null
  return (
    <Button variant="light" color="yellow" onClick={onShow}>
      {sayCount(texts.waiting, data.pending)}
    </Button>
  )
}
