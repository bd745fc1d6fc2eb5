import { usePlatform } from './platform.ts'

/** The platform's logo, or its icon and name if it has none. */
export function Brand({ size }: { size: number }) {
  const { appName, iconUrl, logoUrl } = usePlatform()
  if (logoUrl) return <img src={logoUrl} alt={appName} height={size} style={{ maxWidth: 220, objectFit: 'contain' }} />
  return (
    <>
      <img src={iconUrl} alt="" width={size} height={size} />
      {appName}
    </>
  )
}
