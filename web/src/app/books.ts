/** Which book a rule id belongs to: the letters before its first dash. */
const BOOKS: Record<string, string> = {
  BW: "book_of_war",
  CM: "chainmail",
  BS: "battlesystem",
  TA: "by_this_axe",
};

export const bookOf = (rule: string): string => BOOKS[rule.split("-", 1)[0] ?? ""] ?? "book_of_war";
