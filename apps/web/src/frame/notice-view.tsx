import type { Notice } from '@simwright/contract/platform/notice'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconFileSpreadsheet,
  IconFileZip,
  IconGauge,
  IconHourglassEmpty,
  IconListCheck,
  IconMessageCheck,
  IconReceipt,
  IconShieldLock,
  IconUserCheck,
  IconUserPlus,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { hasProfileRows } from '../esim/file.ts'
import { operationName } from '../esim/operation-name.ts'
import { batchPath, configurationPath, operationPath } from '../esim/path.ts'
import { type Destination, linkTo, pages } from '../paths.ts'
import { noticeTexts } from '../texts/notice.ts'
import { say, sayCount } from '../texts/text.ts'
import { dollars } from '../ui/money.ts'
import { formatTime } from '../ui/time.ts'
import type { Tone } from '../ui/tone.ts'

const texts = noticeTexts.kinds

export type NoticeView = {
  icon: ComponentType<{ size?: number; stroke?: number }>
  tone: Tone
  title: string
  text?: string
  /** The page that it opens; undefined for a notification without a page. */
  to?: Destination
}

const account = pages.security.path as string

/** Icon, text and link of a notification. */
export function noticeView(notice: Notice): NoticeView {
  switch (notice.kind) {
    case 'BATCH_DONE':
    case 'BATCH_FAILED':
      return batchView(notice)
    case 'FILE_DONE':
    case 'FILE_FAILED': {
      const { form, codes, left = 0 } = notice.facts
      const isDone = notice.kind === 'FILE_DONE'
      const leftText = left > 0 ? [sayCount(texts.fileLeft, left)] : []
      const content = isDone
        ? {
            title: texts.fileDone.title[form],
            text: [
              sayCount(hasProfileRows(form) ? texts.fileDone.profiles : texts.fileDone.text, codes),
              ...leftText,
            ].join(' '),
          }
        : { title: texts.fileFailed.title[form], text: texts.fileFailed.text }
      return {
        icon: isDone ? (hasProfileRows(form) ? IconFileSpreadsheet : IconFileZip) : IconAlertTriangle,
        tone: isDone ? 'success' : 'danger',
        ...content,
        to: FILES,
      }
    }
    case 'OPERATION_DONE':
    case 'OPERATION_FAILED':
      return operationView(notice)
    case 'BUILD_FAILED': {
      const { configurationId, name, reason: text } = notice.facts
      const to = configurationPath('edit', configurationId)
      return { icon: IconAlertTriangle, tone: 'danger', title: say(texts.buildFailed, { name }), text, to }
    }
    case 'INVITED': {
      const { enterpriseName, invitedBy } = notice.facts
      const title = say(texts.invited.title, { enterpriseName })
      const to = linkTo(pages.account)
      return { icon: IconUserPlus, tone: 'accent', title, text: say(texts.invited.text, { invitedBy }), to }
    }
    case 'JOINED': {
      const title = say(texts.joined.title, notice.facts)
      const to = linkTo(pages.members)
      return { icon: IconUserCheck, tone: 'success', title, text: texts.joined.text, to }
    }
    case 'TRIAL_ENDING': {
      const text = say(texts.trialEnding.text, { time: formatTime(notice.facts.endsAt) })
      return { icon: IconHourglassEmpty, tone: 'warning', title: texts.trialEnding.title, text }
    }
    case 'TRIAL_ENDED':
      return { icon: IconHourglassEmpty, tone: 'danger', title: say(texts.trialEnded) }
    case 'ORDER_DUE': {
      const { orderId, code, cents, until } = notice.facts
      const text = say(texts.orderDue.text, { amount: dollars(cents), time: formatTime(until) })
      const to = linkTo(pages.orders, { search: { open: orderId } })
      return { icon: IconReceipt, tone: 'warning', title: say(texts.orderDue.title, { code }), text, to }
    }
    case 'PAYMENT_FAILED': {
      const { orderId, code, cents, reason, until } = notice.facts
      const text = say(texts.paymentFailed.text, { reason, amount: dollars(cents), time: formatTime(until) })
      const to = linkTo(pages.orders, { search: { open: orderId } })
      return { icon: IconReceipt, tone: 'danger', title: say(texts.paymentFailed.title, { code }), text, to }
    }
    case 'TRANSFER_WAITS': {
      const { orderId, cents, ...names } = notice.facts
      const { title, text } = texts.transferWaits
      const to = linkTo(pages.staffOrders, { search: { open: orderId } })
      return { icon: IconReceipt, tone: 'warning', title, text: say(text, { ...names, amount: dollars(cents) }), to }
    }
    case 'TRANSFER_CONFIRMED': {
      const { title, text } = texts.transferConfirmed
      const to = linkTo(pages.orders, { search: { open: notice.facts.orderId } })
      return {
        icon: IconCircleCheck,
        tone: 'success',
        title: say(title, notice.facts),
        text: say(text, notice.facts),
        to,
      }
    }
    case 'TRANSFER_REJECTED': {
      const { title, text } = texts.transferRejected
      const to = linkTo(pages.orders, { search: { open: notice.facts.orderId } })
      return {
        icon: IconAlertTriangle,
        tone: 'danger',
        title: say(title, notice.facts),
        text: say(text, notice.facts),
        to,
      }
    }
    case 'PLAN_ENDED': {
      const title = say(texts.planEnded.title, notice.facts)
      const to = linkTo(pages.subscription)
      return { icon: IconHourglassEmpty, tone: 'danger', title, text: texts.planEnded.text, to }
    }
    case 'USAGE_REACHED': {
      const { title, text } = texts.usageReached
      const tone = notice.facts.percent < 100 ? 'warning' : 'danger'
      const to = linkTo(pages.subscription)
      return { icon: IconGauge, tone, title: say(title, notice.facts), text: say(text, notice.facts), to }
    }
    case 'ACCOUNT_CHANGED': {
      const { change: text } = notice.facts
      return { icon: IconShieldLock, tone: 'warning', title: texts.accountChanged, text, to: { to: account } }
    }
    case 'PASSWORD_GUESSED': {
      const { title, text } = texts.passwordGuessed
      return { icon: IconShieldLock, tone: 'danger', title, text: say(text, notice.facts), to: { to: account } }
    }
    case 'SIGN_IN_ALARM': {
      const { title, text } = texts.signInAlarm
      return { icon: IconShieldLock, tone: 'danger', title, text: say(text, notice.facts) }
    }
    case 'DISK_SHORT': {
      const { title, text } = texts.diskShort
      return { icon: IconAlertTriangle, tone: 'danger', title, text: say(text, notice.facts) }
    }
    case 'PAYMENT_RETURNED': {
      const { cents, currency, ...names } = notice.facts
      const { title, text } = texts.paymentReturned
      const amount = `${currency} ${(cents / 100).toFixed(2)}`
      return { icon: IconAlertTriangle, tone: 'warning', title, text: say(text, { ...names, amount }) }
    }
    case 'FEEDBACK_ANSWERED': {
      const { trialDays: days } = notice.facts
      const { title, text } = texts.feedbackAccepted
      const content = days === undefined ? texts.feedbackAnswered : { title, text: say(text, { days }) }
      return { icon: IconMessageCheck, tone: 'info', ...content, to: FEEDBACK }
    }
  }
}

/** Home with the user's feedback open. */
const FEEDBACK = linkTo(pages.home, { over: { feedback: 'mine' } })

const FILES = linkTo(pages.delivery, { search: { tab: 'files' } })

type OperationNotice = Extract<Notice, { kind: 'OPERATION_DONE' | 'OPERATION_FAILED' }>

function operationView({ kind, facts }: OperationNotice): NoticeView {
  const { operationId, operation, isUndo, succeeded, failed, canceled } = facts
  const to = operationPath(operationId)
  const name = operationName({ kind: operation, undoes: isUndo ? operationId : null })
  if (kind === 'OPERATION_FAILED') {
    const { title, text } = texts.operationFailed
    return { icon: IconAlertTriangle, tone: 'danger', title: say(title, { name }), text: sayCount(text, failed), to }
  }
  const { title, text, left, canceled: stopped } = texts.operationDone
  const sentences = [sayCount(text, succeeded)]
  if (failed > 0) sentences.push(sayCount(left, failed))
  if (canceled) sentences.push(stopped)
  const tone = failed > 0 ? 'warning' : 'success'
  return { icon: IconListCheck, tone, title: say(title, { name }), text: sentences.join(' '), to }
}

type BatchNotice = Extract<Notice, { kind: 'BATCH_DONE' | 'BATCH_FAILED' }>

function batchView({ kind, facts: { batchId, code, succeeded, failed } }: BatchNotice): NoticeView {
  const to = batchPath(batchId)
  if (kind === 'BATCH_FAILED') {
    const { title, text } = texts.batchFailed
    return { icon: IconAlertTriangle, tone: 'danger', title: say(title, { code }), text: sayCount(text, failed), to }
  }
  const { title, text, failed: failures } = texts.batchDone
  const sentences = [sayCount(text, succeeded), ...(failed > 0 ? [sayCount(failures, failed)] : [])]
  const tone = failed > 0 ? 'warning' : 'success'
  return { icon: IconCircleCheck, tone, title: say(title, { code }), text: sentences.join(' '), to }
}
