import { Icon } from '#console/ui/icons.tsx';

export const CallIcon = () => (
  <Icon>
    <path d="M5 4h4l2 5-2.5 1.5a11 11 0 0 0 5 5L15 13l5 2v4a2 2 0 0 1-2 2A15 15 0 0 1 3 6a2 2 0 0 1 2-2z" />
  </Icon>
);
export const WhatsAppIcon = () => (
  <Icon>
    <path d="M4 20l1.3-4A8 8 0 1 1 8 18.9zM9 10h.01M12 10h.01M15 10h.01" />
  </Icon>
);
export const MailIcon = () => (
  <Icon>
    <path d="M3 6h18v12H3zM3 7l9 6 9-6" />
  </Icon>
);
export const ReplyIcon = () => (
  <Icon>
    <path d="M4 5h16v11H9l-5 4zM8 9h8M8 12h5" />
  </Icon>
);
export const ContactPrintIcon = () => (
  <Icon>
    <path d="M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z" />
  </Icon>
);
