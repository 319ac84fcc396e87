/** Of the API as it is described, and of what files say made them. */
export const API_VERSION = '2.0.0';
