/** ICCIDs of 19 digits, which are complete or lack their check digit. */
export const nineteenDigitsTexts = {
  title: 'Are the ICCIDs of 19 digits complete?',
  have: { one: '{count} ICCID has 19 digits.', other: '{count} ICCIDs have 19 digits.' },
  own: '{count} of {total} end in their own check digit; by chance it is one in ten.',
  setTo: 'The profile configuration says: {setting}. Choose before you generate; the answer counts for all of them.',
  settings: { complete: 'complete', missing: 'check digit missing' },
  answers: {
    complete: { label: 'Complete', help: 'The last digit is the check digit, and the cards have these 19 digits.' },
    missing: {
      label: 'Check digit missing',
      help: 'The check digit is added as the 20th, and the cards have 20 digits.',
    },
  },
  answerFirst: 'Say first whether the ICCIDs of 19 digits are complete.',
} as const
