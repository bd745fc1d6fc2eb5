/**
 * The enterprise whose members are the platform's staff, added by `npm run admin -- create`. Its audit log has the
 * changes to the platform as a whole.
 */
export const STAFF_ENTERPRISE_ID = '00000000-0000-7000-8000-000000000001'
