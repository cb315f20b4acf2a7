/** Last page of inquiries that can be asked for (brief 8). */
export const LAST_PAGE = 99;

/** Inquiries on one page. */
// decided: 25.
export const PAGE_SIZE = 25;
