import { expect, test } from 'vitest'
import { planRowsIn } from './plan-row.ts'

test('a line has an address and what is known of its recipient, in any order', () => {
  const text = [
    'E-MAIL,ICCID,DATE,TIME,ZONE,LANGUAGE',
    'ada@example.com',
    'ada@example.com,8988211000000000018,2030-03-01,09:00,Europe/Berlin,de',
    '"ada@example.com";"2030-03-01 09:00:00";"UTC"',
    '8988 2110 0000 0000 018, 2030-03-01T09:00, +05:30',
    '',
  ].join('\r\n')
  expect(planRowsIn(text)).toEqual({
    fault: undefined,
    rows: [
      { email: 'ada@example.com' },
      {
        email: 'ada@example.com',
        iccid: '8988211000000000018',
        at: '2030-03-01T09:00',
        timeZone: 'Europe/Berlin',
        language: 'de',
      },
      { email: 'ada@example.com', at: '2030-03-01T09:00', timeZone: 'UTC' },
      { email: null, iccid: '8988211000000000018', at: '2030-03-01T09:00', timeZone: '+05:30' },
    ],
  })
})

test('the first line with an unknown word is named', () => {
  expect(planRowsIn('ada@example.com\ngrace@example.com tomorrow')).toEqual({ rows: [], fault: 2 })
  expect(planRowsIn('ada@example.com, eve@example.com')).toEqual({ rows: [], fault: 1 })
  expect(planRowsIn('ada@example.com\nEurope/Berlin')).toEqual({ rows: [], fault: 2 })
})
