/** Platforms whose system opens its eSIM installation from a link. */
export const oneTapPlatforms = ['apple', 'android', 'windows'] as const
export type OneTapPlatform = (typeof oneTapPlatforms)[number]

/** Opens the installation of an activation code: iOS 17.4, Android 10, Windows 10, and later. */
export function oneTapLink(platform: OneTapPlatform, activationCode: string): string {
  if (platform === 'windows') return activationCode.replace(/^LPA:/, 'lpa:')
  return `https://esimsetup.${platform}.com/esim_qrcode_provisioning?carddata=${encodeURIComponent(activationCode)}`
}

type Visitor = { userAgent: string; maxTouchPoints: number }

/** The platform in front of which the visitor sits, when it is one of these. */
export function platformOf({ userAgent, maxTouchPoints }: Visitor): OneTapPlatform | undefined {
  if (/Android/i.test(userAgent)) return 'android'
  if (/iPhone|iPad|iPod/.test(userAgent)) return 'apple'
  // an iPad calls itself a Mac, which has no touch screen and no eSIM
  if (/Macintosh/.test(userAgent)) return maxTouchPoints > 1 ? 'apple' : undefined
  return /Windows NT/.test(userAgent) ? 'windows' : undefined
}
