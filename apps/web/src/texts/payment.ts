/** Paying by card: the saved card, orders that wait for their payment, and the way back from the payment page. */
export const paymentTexts = {
  pay: 'Pay now',
  openOrder: 'Open order',
  simulated: 'Payments are simulated here. No money is charged.',
  card: {
    title: 'Saved card',
    text: 'Used for renewals and for usage beyond the plan.',
    number: '{brand} •••• {last4}',
    expires: 'Expires {month}/{year}',
    expired: 'Expired',
    none: 'No card saved. Your card is saved when you pay by card; until then, you pay renewals yourself.',
    save: 'Save card',
    change: 'Change card',
    remove: 'Remove card',
    removeTitle: 'Remove {card}?',
    removeText:
      'The card will no longer be charged. You then pay renewals yourself, and get an e-mail when one is due.',
    removed: 'Card removed.',
  },
  due: {
    title: {
      BUY: 'Order {code} is not paid',
      UPGRADE: 'Order {code} is not paid',
      RENEW: 'The renewal is not paid',
      OVERAGE: 'The extra downloads are not paid',
    },
    failed: 'The saved card could not be charged. {reason}',
    amount: {
      BUY: 'Order {code}: pay {amount} by {time}.',
      UPGRADE: 'Order {code}: pay {amount} by {time}.',
      RENEW: 'Order {code}: pay {amount} by {time}, or the plan ends.',
      OVERAGE: 'Order {code}: pay {amount} by {time}. After that, plans can be renewed or bought only once it is paid.',
    },
    again: 'The card is charged again on {time}. Pay now, or change the card before then.',
    notAgain: 'The card is not charged again. Pay now.',
  },
  /** After the way back from the payment page. */
  status: {
    NONE: { title: 'Not paid yet', text: 'Pay on the page of the payment service.' },
    WAITING: {
      title: 'Waiting for payment',
      text: 'If you have paid, this takes a few seconds, and this page updates automatically. If not, you can pay now.',
    },
    PAID: { title: 'Payment received', text: 'The order is being updated.' },
    FAILED: { title: 'The card was not charged', text: 'Pay with this or another card.' },
    EXPIRED: { title: 'Not paid', text: 'The payment page has closed. Open a new one to pay.' },
    RETURNED: {
      title: 'Payment refunded',
      text: 'The order was already closed or paid. You get the full amount back.',
    },
  },
} as const
