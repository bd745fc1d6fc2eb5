import { isForTests } from './operational.ts'
import { rule } from './rule.ts'

const SUCI = { document: '3GPP TS 33.501', clause: 'annex C' } as const

/** The home network keys of 3GPP TS 33.501, C.4: their private keys are printed next to them. */
const publishedKeys = new Set([
  '5a8d38864820197c3394b92613b20b91633cbd897119273bf8e4a6f4eec0a650',
  '0272da71976234ce833a6907425867b82e074d44ef907dfb4b3e21c1c2256ebcd1',
])

export const fiveGRules = {
  'suci-profile-b': rule(
    {
      severity: 'hint',
      reason: 'Profile A is implemented more widely. Use profile B only for devices that are known to support it.',
      evidence: [
        { document: '3GPP TS 33.501', clause: 'C.3.4.2' },
        { experience: 'Several modems conceal the identity with profile A only, and then do not register.' },
      ],
      reads: ['fiveG'],
    },
    ({ fiveG }) =>
      fiveG?.protectionScheme === 'B'
        ? { text: 'Few devices support profile B.', path: 'fiveG.protectionScheme' }
        : undefined,
  ),
  'suci-by-usim': rule(
    {
      severity: 'warning',
      reason:
        'The device has to ask the USIM for each SUCI (GET IDENTITY). Devices that support service 124 only do not register; let the device compute it unless the key must not leave the USIM.',
      evidence: [
        { document: '3GPP TS 31.102', clause: '4.2.8' },
        { experience: 'Phones that were sold to consumers expect service 124 without service 125.' },
      ],
      reads: ['fiveG'],
    },
    ({ fiveG }) =>
      fiveG?.suciCalculation === 'USIM'
        ? { text: 'The USIM computes the SUCI: services 124 and 125 are set.', path: 'fiveG.suciCalculation' }
        : undefined,
  ),
  'suci-in-clear': rule(
    {
      severity: 'hint',
      reason: 'With the null scheme anyone near the device can read the IMSI. Set the public key of the home network.',
      evidence: [{ document: '3GPP TS 33.501', clause: '6.12.2' }, SUCI],
      reads: ['fiveG', 'type'],
    },
    ({ fiveG, type }) =>
      fiveG?.protectionScheme === 'null' && !isForTests(type)
        ? { text: 'The identity is sent in the clear.', path: 'fiveG.protectionScheme' }
        : undefined,
  ),
  'published-key': rule(
    {
      severity: 'warning',
      reason: 'The private key is printed in the standard, so anyone can reveal the identity. Use a key of your own.',
      evidence: [{ document: '3GPP TS 33.501', clause: 'C.4' }],
      reads: ['fiveG', 'type'],
    },
    ({ fiveG, type }) =>
      publishedKeys.has(fiveG?.homeNetworkPublicKey?.toLowerCase() ?? '') && !isForTests(type)
        ? { text: 'This home network key is a published test key.', path: 'fiveG.homeNetworkPublicKey' }
        : undefined,
  ),
  'no-5g-access': rule(
    {
      severity: 'warning',
      reason: 'A device that follows EF.HPLMNwAcT does not look for 5G at home. Add NG-RAN to the home network.',
      evidence: [{ document: '3GPP TS 31.102', clause: '4.2.54' }],
      reads: ['hplmn', 'fiveG'],
    },
    ({ hplmn, fiveG }) =>
      fiveG && hplmn.length > 0 && !hplmn.some(({ access }) => access.includes('NG-RAN'))
        ? { text: '5G is on, but no home network has NG-RAN.' }
        : undefined,
  ),
  'package-version': rule(
    {
      severity: 'hint',
      reason:
        'An eUICC refuses packages of a later version than its own: many removable ones accept 2.1 or 2.2. Without 5G and with version 2.3 or less, the package announces 2.1.',
      evidence: [
        { document: 'TCA eUICC Profile Package', clause: '8.2.1' },
        { experience: 'Removable eUICCs with version 2.1 and 2.2 are in use.' },
      ],
      reads: ['packageVersion', 'fiveG'],
    },
    ({ packageVersion, fiveG }) => {
      if (packageVersion.startsWith('3.'))
        return { text: 'Only eUICCs of version 3 accept the package.', path: 'packageVersion' }
      return fiveG ? { text: '5G raises the version of the package to 2.3.', path: 'fiveG' } : undefined
    },
  ),
}
