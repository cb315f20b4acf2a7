/** Highest page number of inquiries (brief 8). */
export const LAST_PAGE = 99;

/** Inquiries per page. */
// decided: 25.
export const PAGE_SIZE = 25;
