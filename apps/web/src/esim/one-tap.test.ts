import { expect, it } from 'vitest'
import { oneTapLink, platformOf } from './one-tap.ts'

const code = 'LPA:1$smdp.example.com:8443$0A1B2C3D$$1'

it('an iPhone or Android link contains the exact activation code', () => {
  for (const platform of ['apple', 'android'] as const) {
    const link = new URL(oneTapLink(platform, code))
    expect(link.protocol).toBe('https:')
    expect(link.host).toBe(`esimsetup.${platform}.com`)
    expect(link.searchParams.get('carddata')).toBe(code)
    expect([...link.searchParams]).toHaveLength(1)
  }
})

it('a Windows link is the activation code with its scheme in lower case', () => {
  expect(oneTapLink('windows', code)).toBe('lpa:1$smdp.example.com:8443$0A1B2C3D$$1')
})

it.each([
  ['apple', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15', 5],
  ['apple', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (an iPad)', 5],
  [undefined, 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15', 0],
  ['android', 'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36', 5],
  ['windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36', 0],
  [undefined, 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36', 0],
])('the platform is %s for %s', (platform, userAgent, maxTouchPoints) => {
  expect(platformOf({ userAgent, maxTouchPoints })).toBe(platform)
})
