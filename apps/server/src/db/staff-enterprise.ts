/**
 * The one enterprise account whose members are the platform's staff; `npm run admin -- create` puts them there. What is
 * changed for the platform as a whole stands in its audit log.
 */
export const STAFF_ENTERPRISE_ID = '00000000-0000-7000-8000-000000000001'
