import { last4Of, simulatedCards } from './card.ts'
import type { CheckoutStep } from './checkout.ts'
import type { Session } from './object.ts'

const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; margin: 0; background: #f3f4f6; color: #111827 }
  main { max-width: 26rem; margin: 3rem auto; padding: 2rem; background: #fff; border-radius: .75rem }
  h1 { font-size: 1.25rem; overflow-wrap: anywhere }
  .notice { background: #fef3c7; color: #78350f; padding: .75rem 1rem; border-radius: .5rem }
  .failure { background: #fee2e2; color: #7f1d1d; padding: .75rem 1rem; border-radius: .5rem }
  label { display: block; padding: .35rem 0 }
  button { font: inherit; padding: .6rem 1rem; border: 0; border-radius: .5rem; background: #1d4ed8; color: #fff; cursor: pointer }
  button.plain { background: #e5e7eb; color: #111827 }
`

const page = (title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escaped(title)} · Simulated payment</title><style>${STYLE}</style></head>
<body><main><p class="notice">This is a simulation of Stripe on this machine. No money is moved.</p>
<h1>${escaped(title)}</h1>${body}</main></body></html>`

/** The page of a session in the browser. */
export function checkoutPage(session: Session, title: string, step: CheckoutStep): string {
  if (step.step === 'closed' || step.step === 'done')
    return page('This page is closed', '<p>Go back to the portal.</p>')
  return page(title, step.step === 'authenticate' ? authenticate(step.digits) : chooseCard(session, step.failure))
}

function chooseCard({ amount_total: cents, currency, cancel_url }: Session, failure: string | undefined): string {
  const amount = cents === null ? '' : `<p><strong>${(cents / 100).toFixed(2)} ${currency?.toUpperCase()}</strong></p>`
  const cards = Object.values(simulatedCards).map((card) => {
    const digits = last4Of(card)
    const name = `${card.brand} ${digits}: ${card.title}`
    return `<label><input type="radio" name="card" value="${digits}"${digits === '4242' ? ' checked' : ''}> ${escaped(name)}</label>`
  })
  return `${amount}${failure ? `<p class="failure" role="alert">${escaped(failure)}</p>` : ''}
<form method="post"><fieldset><legend>Test card</legend>${cards.join('\n')}</fieldset>
<p><button>${cents === null ? 'Save card' : 'Pay'}</button></p></form>
<p><a href="${escaped(cancel_url)}">Cancel</a></p>`
}

function authenticate(digits: string): string {
  return `<p>The bank of card ${escaped(digits)} asks its owner to confirm (3-D Secure).</p>
<form method="post"><input type="hidden" name="card" value="${escaped(digits)}">
<p><button name="authentication" value="confirmed">Confirm</button>
<button class="plain" name="authentication" value="failed">Refuse</button></p></form>`
}
