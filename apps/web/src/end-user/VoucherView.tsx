import { Button } from '@mantine/core'
import type { OutputOf } from '@simwright/contract/endpoint'
import type { EndUserTextName } from '@simwright/contract/provisioning/end-user-text'
import type { publicVouchers, Redemption, VoucherPageState } from '@simwright/contract/provisioning/voucher'
import { formatVoucherCode, IdError, type IdErrorCode, isVoucherCode, parseVoucherCode } from '@simwright/ids'
import { IconTicket } from '@tabler/icons-react'
import { type SyntheticEvent, useState } from 'react'
import { TextInput } from '../ui/form/TextInput.tsx'
import { Stack } from '../ui/layout/layout.tsx'
import { Head } from './Head.tsx'
import { useSpeech } from './speech.ts'

type Page = OutputOf<typeof publicVouchers>

/** Why a voucher was not redeemed: `limited`: too many attempts; `unanswered`: no answer arrived. */
export type VoucherRefusal = Exclude<Redemption, 'redeemed'> | 'limited' | 'unanswered'

type VoucherViewProps = {
  page: Page
  /** The code that the address contains. */
  initialCode: string
  isPending: boolean
  refusal: VoucherRefusal | undefined
  /** Called with a code whose check character fits. */
  onRedeem: (code: string) => void
  onChange: () => void
}

/** Content of the page of vouchers: what it offers, and the form for a code while vouchers can be redeemed. */
export function VoucherView({ page, ...form }: VoucherViewProps) {
  const { texts, say, formatTime } = useSpeech()
  const { state, serviceProviderName: provider, startsAt, endsAt } = page
  const isOver = state === 'ended' || state === 'revoked' || state === 'expired'
  const [title, text] = stateTexts[state]
  const time =
    state === 'soon' && startsAt
      ? say('begins', { time: formatTime(startsAt) })
      : !isOver && endsAt
        ? say('ends', { time: formatTime(endsAt) })
        : undefined
  return (
    <>
      <Head
        drawing={isOver ? 'locked' : 'card'}
        title={page.title || (provider ? say('title', { provider }) : texts.titleNone)}
        welcome={page.welcome}
        state={{ title: texts[title], text: texts[text], tone: state === 'open' ? 'ready' : 'over' }}
        time={time}
      />
      {!isOver && state !== 'soon' && <CodeForm {...form} />}
    </>
  )
}

const stateTexts: Record<VoucherPageState, readonly [title: EndUserTextName, text: EndUserTextName]> = {
  open: ['voucher', 'voucherText'],
  soon: ['soon', 'soonText'],
  paused: ['paused', 'voucherPaused'],
  taken: ['taken', 'voucherTaken'],
  ended: ['ended', 'endedText'],
  expired: ['vouchersExpired', 'vouchersExpiredText'],
  revoked: ['vouchersRevoked', 'vouchersRevokedText'],
}

const refusalTexts: Record<VoucherRefusal, EndUserTextName> = {
  wrong: 'voucherWrong',
  used: 'voucherUsed',
  revoked: 'voucherRevoked',
  expired: 'voucherExpired',
  soon: 'voucherSoon',
  paused: 'voucherPaused',
  ended: 'endedText',
  taken: 'voucherTaken',
  many: 'voucherMany',
  limited: 'voucherLimited',
  unanswered: 'voucherUnanswered',
}

/** Longer than a code with blanks: what is pasted by mistake is shown, not cut. */
const CODE_MAX = 64

function CodeForm({ initialCode, isPending, refusal, onRedeem, onChange }: Omit<VoucherViewProps, 'page'>) {
  const { texts } = useSpeech()
  const [code, setCode] = useState(() => shownCode(initialCode))
  const [mistake, setMistake] = useState<EndUserTextName>()
  const error = mistake ?? (refusal && refusalTexts[refusal])
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    const found = mistakeIn(code)
    setMistake(found)
    if (found === undefined) onRedeem(code)
  }
  return (
    <Stack as="form" onSubmit={submit} noValidate style={{ maxWidth: 360, margin: '24px auto 0' }}>
      <TextInput
        label={texts.voucherCode}
        description={texts.voucherHelp}
        name="voucher"
        size="md"
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
        maxLength={CODE_MAX}
        dir="ltr"
        value={code}
        error={error && texts[error]}
        onChange={(event) => {
          setCode(event.currentTarget.value)
          setMistake(undefined)
          onChange()
        }}
      />
      <Button type="submit" size="md" leftSection={<IconTicket size={18} />} loading={isPending}>
        {texts.voucherRedeem}
      </Button>
    </Stack>
  )
}

const shownCode = (text: string) => (isVoucherCode(text) ? formatVoucherCode(parseVoucherCode(text)) : text)

const mistakes: Partial<Record<IdErrorCode, EndUserTextName>> = {
  required: 'voucherEmpty',
  check_digit: 'voucherMistyped',
}

/** What is wrong with a typed code before anything is sent. */
function mistakeIn(code: string): EndUserTextName | undefined {
  try {
    parseVoucherCode(code)
    return undefined
  } catch (error) {
    if (!(error instanceof IdError)) throw error
    return mistakes[error.code] ?? 'voucherLength'
  }
}
