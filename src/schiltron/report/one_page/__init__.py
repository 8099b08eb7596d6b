"""Pages for paper of what is made in the workshop: an army list on one page, a scenario with its map."""

from schiltron.report.one_page.fields import field_page, print_field
from schiltron.report.one_page.lists import list_page, print_list

__all__ = ["field_page", "list_page", "print_field", "print_list"]
