// Generated from package.json by npm run generate.
export const VERSION = '1.0.0'
