/** Paying by card: the saved card, orders that wait for their payment, and the way back from the payment page. */
export const paymentTexts = {
  pay: 'Pay now',
  openOrder: 'Open the order',
  simulated: 'Payments are simulated here: no money is moved.',
  card: {
    title: 'Saved card',
    text: 'It pays renewals and what exceeds the plan.',
    number: '{brand} •••• {last4}',
    expires: 'Expires {month}/{year}',
    expired: 'Expired',
    none: 'No card is saved. It is saved when you pay by card; until then renewals are paid by hand.',
    save: 'Save a card',
    change: 'Change card',
    remove: 'Remove',
    removeTitle: 'Remove {card}?',
    removeText: 'The card is not charged any more. Renewals are then paid by hand, and you get a mail when one is due.',
    removed: 'The card is removed.',
  },
  due: {
    title: {
      BUY: 'Order {code} is not paid',
      UPGRADE: 'Order {code} is not paid',
      RENEW: 'The renewal is not paid',
      OVERAGE: 'The extra downloads are not paid',
    },
    failed: 'The saved card was not charged. {reason}',
    amount: {
      BUY: 'Order {code}: pay {amount} until {time}.',
      UPGRADE: 'Order {code}: pay {amount} until {time}.',
      RENEW: 'Order {code}: pay {amount} until {time}, or the plan ends.',
      OVERAGE: 'Order {code}: pay {amount} until {time}. After that, no plan is renewed or sold before it is paid.',
    },
    again: 'The card is tried again on {time}: pay now, or change the card before that.',
    notAgain: 'The card is not tried again: pay now.',
  },
  /** After the way back from the payment page. */
  status: {
    NONE: { title: 'Not paid yet', text: 'Pay on the page of the payment service.' },
    WAITING: {
      title: 'Waiting for the payment',
      text: 'If you have paid, this takes some seconds, and this page updates itself. If not, you can pay now.',
    },
    PAID: { title: 'The payment has arrived', text: 'The order is being updated.' },
    FAILED: { title: 'The card was not charged', text: 'Pay with this or another card.' },
    EXPIRED: { title: 'Not paid', text: 'The payment page has closed. Open a new one to pay.' },
    RETURNED: {
      title: 'The payment goes back',
      text: 'The order could not accept it, because it was closed or paid already. You get the whole amount back.',
    },
  },
} as const
