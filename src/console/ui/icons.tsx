import type { ReactNode } from 'react';

// The first screen waits for no MUI code, so icons are drawn here.

export function Icon({ children }: { children: ReactNode }) {
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

export const Logo = () => (
  <svg width="24" height="24" viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="7" fill="var(--accent)" />
    <path
      d="M7 9l9 15 9-15"
      fill="none"
      stroke="var(--on-accent)"
      strokeWidth="4"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
);

export const InboxIcon = () => (
  <Icon>
    <path d="M3 13l3-8h12l3 8v6H3zM3 13h5l2 3h4l2-3h5" />
  </Icon>
);
export const OverviewIcon = () => (
  <Icon>
    <path d="M4 20V11M10 20V4M16 20v-7M21 20H3" />
  </Icon>
);
export const AgenciesIcon = () => (
  <Icon>
    <path d="M4 10v10h16V10M3 9l2-5h14l2 5a3 3 0 0 1-6 0 3 3 0 0 1-6 0 3 3 0 0 1-6 0zM9 20v-6h6v6" />
  </Icon>
);
export const PeopleIcon = () => (
  <Icon>
    <path d="M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20a6.5 6.5 0 0 1 13 0M16 4.3a3.5 3.5 0 0 1 0 6.4M18.5 14.5a6.5 6.5 0 0 1 3 5.5" />
  </Icon>
);
export const AuditIcon = () => (
  <Icon>
    <path d="M8 6h13M8 12h13M8 18h13M3.5 6h.01M3.5 12h.01M3.5 18h.01" />
  </Icon>
);
export const CatalogIcon = () => (
  <Icon>
    <path d="M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z" />
  </Icon>
);
export const WebhooksIcon = () => (
  <Icon>
    <path d="M6 17V11a6 6 0 0 1 12 0v6l2 1H4zM10 21h4" />
  </Icon>
);
export const DeliveryIcon = () => (
  <Icon>
    <path d="M4 12h11M10 7l5 5-5 5M20 4v16" />
  </Icon>
);
export const TraceIcon = () => (
  <Icon>
    <path d="M6 22a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM18 8a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM9 19h6.5a3.5 3.5 0 0 0 0-7h-7a3.5 3.5 0 0 1 0-7H15" />
  </Icon>
);
export const BuyerDataIcon = () => (
  <Icon>
    <path d="M3 5h18v14H3zM8.5 12a2 2 0 1 0 0-4 2 2 0 0 0 0 4M5.5 16a3 3 0 0 1 6 0M14.5 10H18M14.5 14H18" />
  </Icon>
);
export const DoctorIcon = () => (
  <Icon>
    <path d="M5 3v5a4 4 0 0 0 8 0V3M9 12v4a4.5 4.5 0 0 0 9 0v-3M18 13a2 2 0 1 0 0-4 2 2 0 0 0 0 4" />
  </Icon>
);

export const ConnectionIcon = () => (
  <Icon>
    <path d="M3 12h4l3-7 4 14 3-7h4" />
  </Icon>
);
export const ApiIcon = () => (
  <Icon>
    <path d="M8 7l-5 5 5 5M16 7l5 5-5 5M14 4l-4 16" />
  </Icon>
);
export const TemplatesIcon = () => (
  <Icon>
    <path d="M4 4h16v12H9l-5 4zM8 8.5h8M8 11.5h5" />
  </Icon>
);
export const HoursIcon = () => (
  <Icon>
    <path d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.5 2" />
  </Icon>
);
export const JobsIcon = () => (
  <Icon>
    <path d="M3 6l2 2 3-4M3 17l2 2 3-4M12 6h9M12 17h9" />
  </Icon>
);
export const ImportIcon = () => (
  <Icon>
    <path d="M12 15V4M7 9l5-5 5 5M4 15v5h16v-5" />
  </Icon>
);
export const MenuIcon = () => (
  <Icon>
    <path d="M4 6h16M4 12h16M4 18h16" />
  </Icon>
);
export const PlusIcon = () => (
  <Icon>
    <path d="M12 5v14M5 12h14" />
  </Icon>
);
export const DownloadIcon = () => (
  <Icon>
    <path d="M12 4v11M7 11l5 5 5-5M5 20h14" />
  </Icon>
);
export const RefreshIcon = () => (
  <Icon>
    <path d="M20 11a8 8 0 1 0-2 6M20 4v7h-7" />
  </Icon>
);
export const RestoreIcon = () => (
  <Icon>
    <path d="M3 12a9 9 0 1 0 3-6.7L3 8M3 3v5h5M12 7v5l3.5 2" />
  </Icon>
);

export const PinIcon = () => (
  <Icon>
    <path d="M9 4h6l-1 6 3 3H7l3-3zM12 13v8" />
  </Icon>
);
export const BookmarkIcon = () => (
  <Icon>
    <path d="M6 3h12v18l-6-5-6 5z" />
  </Icon>
);
export const KeyboardIcon = () => (
  <Icon>
    <path d="M3 6h18v12H3zM7 10h.01M12 10h.01M17 10h.01M8 14h8" />
  </Icon>
);
export const FilterIcon = () => (
  <Icon>
    <path d="M4 6h16M7 12h10M10 18h4" />
  </Icon>
);
export const BackIcon = () => (
  <Icon>
    <path d="M15 5l-7 7 7 7" />
  </Icon>
);
export const NextIcon = () => (
  <Icon>
    <path d="M9 5l7 7-7 7" />
  </Icon>
);
export const CloseIcon = () => (
  <Icon>
    <path d="M6 6l12 12M18 6L6 18" />
  </Icon>
);
export const SearchIcon = () => (
  <Icon>
    <path d="M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16 16l5 5" />
  </Icon>
);
export const InfoIcon = () => (
  <Icon>
    <path d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5M12 8h.01" />
  </Icon>
);
export const PrintIcon = () => (
  <Icon>
    <path d="M7 8V3h10v5M7 17H4V8h16v9h-3M7 14h10v7H7z" />
  </Icon>
);
export const ColumnsIcon = () => (
  <Icon>
    <path d="M4 5h16v14H4zM9.5 5v14M14.5 5v14" />
  </Icon>
);
export const UpIcon = () => (
  <Icon>
    <path d="M12 19V5M6 11l6-6 6 6" />
  </Icon>
);
export const DownIcon = () => (
  <Icon>
    <path d="M12 5v14M6 13l6 6 6-6" />
  </Icon>
);
export const ExpandIcon = () => (
  <Icon>
    <path d="M6 9l6 6 6-6" />
  </Icon>
);
export const MoreIcon = () => (
  <Icon>
    <path strokeWidth="3" d="M5 12h.01M12 12h.01M19 12h.01" />
  </Icon>
);
