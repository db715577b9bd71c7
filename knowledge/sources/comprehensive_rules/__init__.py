"""The Comprehensive Rules: the page that links them, the encodings they came in, and their parts."""

from knowledge.sources.comprehensive_rules.client import PAGE, RulesClient, read_text_file, rules_link
from knowledge.sources.comprehensive_rules.encoding import decode
from knowledge.sources.comprehensive_rules.models import RulesText
from knowledge.sources.comprehensive_rules.transformer import parse_rules, rule_references

__all__ = [
    "PAGE",
    "RulesClient",
    "RulesText",
    "decode",
    "parse_rules",
    "read_text_file",
    "rule_references",
    "rules_link",
]
