import { rule } from './rule.ts'

const CARRIER_PRIVILEGES = 'Android reads the rules of the ARA-M and gives carrier privileges by certificate hash.'

/** SHA-1 and SHA-256 of the certificates in the Android Open Source Project, whose private keys are there too. */
const publicCertificates = new Set([
  '61ed377e85d386a8dfee6b864bd85b0bfaa5af81',
  'a40da80a59d170caa950cf15c18c454d47a39b26989d8b640ecd745ba71bf5dc',
  '27196e386b875e76adf700e7ea84e4c6eee33dfa',
  'c8a2e9bccf597c2fb6dc66bee293fc13f2fc47ec77bc6b2b0d52c11f51192ab8',
])

export const appletRules = {
  'no-access-rule': rule(
    {
      severity: 'hint',
      reason:
        'Without the certificate hash of your app in an access rule (ARA-M), Android lets no app of yours manage the subscription. Silence this if you have no app.',
      evidence: [
        { document: 'GlobalPlatform Secure Element Access Control', clause: '6' },
        { experience: CARRIER_PRIVILEGES },
      ],
      reads: ['araApplet'],
    },
    ({ araApplet }) =>
      araApplet?.rules.some(({ certificateHash }) => certificateHash !== '')
        ? undefined
        : { text: 'No app has access rules (ARA-M).' },
  ),
  'public-certificate': rule(
    {
      severity: 'warning',
      reason:
        'Its private key is published with the source of Android, so anyone can sign an app that gets the privileges. Use the certificate of your own app.',
      evidence: [{ experience: 'Android Open Source Project, build/target/product/security: testkey and platform.' }],
      reads: ['araApplet'],
    },
    ({ araApplet }) => {
      const index = araApplet?.rules.findIndex(({ certificateHash }) =>
        publicCertificates.has(certificateHash.toLowerCase()),
      )
      return index === undefined || index < 0
        ? undefined
        : { text: `Rule ${index + 1} names a public test certificate of Android.` }
    },
  ),
}
