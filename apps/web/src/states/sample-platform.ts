import type { PlatformDetail, PlatformRow } from '@simwright/contract/platform/white-label'
import { hoursAgo, sampleId } from './sample.ts'

export const platformRow: PlatformRow = {
  id: sampleId(2400),
  sys: 'northwind',
  appName: 'Northwind',
  iconUrl: '/icon.svg',
  themeColor: '#0f766e',
  url: 'https://portal.northwind.example',
  smdpAddress: 'smdp.northwind.example',
  updatedAt: hoursAgo(80),
}

const SHADES = [
  '#e6f7f5',
  '#c9ece8',
  '#9fdcd5',
  '#6fc9bf',
  '#3fb3a7',
  '#1d9a8e',
  '#0f766e',
  '#0d665f',
  '#0a544e',
  '#07413d',
]

export const platformDetail: PlatformDetail = {
  ...platformRow,
  version: 1,
  fields: {
    appName: platformRow.appName,
    themeColor: platformRow.themeColor,
    iconId: null,
    logoId: null,
    host: 'portal.northwind.example',
    smdpAddress: 'smdp.northwind.example',
    mailName: 'Northwind',
    mailAddress: 'no-reply@northwind.example',
    supportEmail: 'help@northwind.example',
    contactEmail: 'sales@northwind.example',
    contactText: null,
    termsUrl: 'https://northwind.example/terms',
    privacyUrl: 'https://northwind.example/privacy',
    mailTexts: {},
    providers: ['google'],
  },
  logoUrl: null,
  look: { palette: SHADES, shade: 6 },
  allProviders: [{ id: 'google', name: 'Google', brand: 'GOOGLE' }],
  smdpHosts: [{ host: 'smdp.northwind.example', certificate: 'TEST' }],
}
